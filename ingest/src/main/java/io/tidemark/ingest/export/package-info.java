/** A company's own data out of the lake, in the form of a delivery. */
package io.tidemark.ingest.export;
