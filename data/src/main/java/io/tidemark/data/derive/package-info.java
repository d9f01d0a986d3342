/** Computes the derived tables: sums by benchmark cell, with cells grouped into atoms. The SQL is under sql/derive. */
package io.tidemark.data.derive;
