/** Reads the open data of the Norwegian Directorate of Fisheries as published, and stages it. */
package io.tidemark.ingest.authority;
