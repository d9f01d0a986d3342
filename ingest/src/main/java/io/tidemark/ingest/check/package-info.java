/** Faults of rows and files: comparisons of rows with each other and the lake, and the verdict on a file. */
package io.tidemark.ingest.check;
