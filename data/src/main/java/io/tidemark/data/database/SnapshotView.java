package io.tidemark.data.database;

/**
 * A view over a snapshot's tables.
 *
 * @param name   its name
 * @param select its query
 * @param held   whether its rows are worked out once and kept in memory
 */
public record SnapshotView(String name, String select, Held held) {

    /** When a view's rows are worked out. */
    public enum Held {
        /** At every request: it is a view. */
        NOT,
        /** Once, when the snapshot is opened. */
        AT_OPENING,
        /** Once, after the snapshot is opened; it is a view until then. */
        IN_BACKGROUND
    }
}
