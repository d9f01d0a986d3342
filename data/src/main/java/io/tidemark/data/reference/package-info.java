/** The shipped reference tables, used until the lake has its own. */
package io.tidemark.data.reference;
