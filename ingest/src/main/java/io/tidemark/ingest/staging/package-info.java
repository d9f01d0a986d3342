/** The staging database of an ingest and its tables. */
package io.tidemark.ingest.staging;
