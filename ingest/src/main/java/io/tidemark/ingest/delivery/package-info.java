/** Finds the files of a delivery, their companies, and which of them to ingest. */
package io.tidemark.ingest.delivery;
