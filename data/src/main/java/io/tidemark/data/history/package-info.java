/** The history of a lake: its snapshots, and the last day and delivery of each table. */
package io.tidemark.data.history;
