package io.tidemark.data.database;

/**
 * A view over a snapshot's tables.
 *
 * @param name   its name
 * @param select its query
 * @param held   whether and when its rows are materialised in memory
 */
public record SnapshotView(String name, String select, Held held) {

    /** When a view's rows are materialised. */
    public enum Held {
        /** Never: it stays a view. */
        NOT,
        /** When the snapshot is opened. */
        AT_OPENING,
        /** Right after the snapshot is opened, before all other tables; it is a view until then. */
        SOON,
        /** After all {@link #SOON} views; it is a view until then. */
        IN_BACKGROUND
    }
}
