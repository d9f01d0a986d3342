/** The reference data that Tidemark ships: what a lake starts with until its owner delivers better. */
package io.tidemark.data.reference;
