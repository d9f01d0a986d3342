/** The files of a delivery, their owners, and which of them are ingested. */
package io.tidemark.ingest.delivery;
