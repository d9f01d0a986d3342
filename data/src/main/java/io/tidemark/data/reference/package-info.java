/** The reference data that Tidemark ships: used until the lake's owner delivers its own. */
package io.tidemark.data.reference;
