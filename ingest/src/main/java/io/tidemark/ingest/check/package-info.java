/** What is wrong with rows and files: faults of rows against each other and the lake, and the verdict on a file. */
package io.tidemark.ingest.check;
