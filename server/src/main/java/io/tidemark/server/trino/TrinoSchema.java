package io.tidemark.server.trino;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.hash.Sha256;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.List;
import java.util.Locale;

/**
 * The schema of a snapshot in Trino. Its name tells the lake, the snapshot, and the program's views: so several lakes share a catalog,
 * requests stay on one snapshot, and two versions of the server each find their own tables.
 *
 * @param lake  the beginning of the names of all schemas of this lake
 * @param ofOne the beginning of those of this snapshot
 * @param name  its name
 */
record TrinoSchema(String lake, String ofOne, String name) {

    /** The table that is made last: a schema with it is whole. */
    static final String WHOLE = "tidemark_published";

    private static final int LAKE_DIGITS = 8;

    /** Of a snapshot. */
    static TrinoSchema of(SnapshotId id, TrinoSettings settings, TrinoFunctions functions, List<SnapshotView> views) {
        String lake = lake(settings);
        String one = lake + id.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_") + "_";
        return new TrinoSchema(lake, one, one + Sha256.hex(functions.text() + views).substring(0, LAKE_DIGITS));
    }

    /** The beginning of the names of all schemas of a lake. */
    static String lake(TrinoSettings settings) {
        return "tidemark_" + Sha256.hex(settings.location()).substring(0, LAKE_DIGITS) + "_";
    }
}
