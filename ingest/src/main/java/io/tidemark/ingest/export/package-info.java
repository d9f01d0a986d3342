/** Exports a company's own data from the lake in the form of a delivery. */
package io.tidemark.ingest.export;
