/** Hashes by which files and texts are known again. */
package io.tidemark.data.hash;
