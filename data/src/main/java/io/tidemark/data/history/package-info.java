/** The history of a lake: differences between snapshots, and the last day and delivery of each table. */
package io.tidemark.data.history;
