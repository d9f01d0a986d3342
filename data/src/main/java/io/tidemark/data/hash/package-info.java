/** Hashes that identify files and texts. */
package io.tidemark.data.hash;
