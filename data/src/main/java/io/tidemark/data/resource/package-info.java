/** Folders of files that ship with the program. */
package io.tidemark.data.resource;
