/** The history of a lake: how two snapshots differ, and the last day and delivery of each table. */
package io.tidemark.data.history;
