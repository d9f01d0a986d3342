/** What a lake tells of its past: how two snapshots differ, and how far the deliveries have come. */
package io.tidemark.data.history;
