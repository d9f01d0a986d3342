/** Folders of files that travel with the program. */
package io.tidemark.data.resource;
