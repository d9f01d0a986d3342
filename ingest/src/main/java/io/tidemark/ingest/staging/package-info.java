/** The staging database of an ingest and the tables in it. */
package io.tidemark.ingest.staging;
