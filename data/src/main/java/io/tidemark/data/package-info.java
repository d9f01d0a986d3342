/**
 * The lake: table contracts, immutable snapshots, DuckDB and reference data.
 * It knows neither HTTP nor delivery formats.
 */
package io.tidemark.data;
