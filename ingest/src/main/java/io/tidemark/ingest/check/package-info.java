/** Compares rows with each other and the lake, and decides whether a file is accepted. */
package io.tidemark.ingest.check;
