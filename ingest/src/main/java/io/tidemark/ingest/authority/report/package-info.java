/** The authority's weekly fish-health reports: measures against lice, sea temperatures. */
package io.tidemark.ingest.authority.report;
