/**
 * The lake: table contracts, immutable snapshots, DuckDB opened safely, shipped reference data.
 * Knows nothing of HTTP or of delivery formats.
 */
package io.tidemark.data;
