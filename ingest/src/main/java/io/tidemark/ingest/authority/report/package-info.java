/** Reads the authority's weekly fish-health reports: measures against lice, and sea temperatures. */
package io.tidemark.ingest.authority.report;
