package io.tidemark.server.trino;

import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The names of a lake's schemas in Trino, one for each snapshot. A name tells the lake, the snapshot and its content with its part of the ledger,
 * and the program's functions and views: so several lakes share a catalog, requests stay on one snapshot, a folder that is published again with
 * other files or another ledger has other tables, and two versions of the server each find their own.
 *
 * @param lake    the beginning of all its names
 * @param program the end of those of this program
 */
record TrinoSchema(String lake, String program) {

    /** The table that is made last: a schema with it is whole. */
    static final String WHOLE = "tidemark_published";

    private static final int DIGITS = 8;

    /** Of a lake that Trino finds at a location, for a program whose functions and views are these. */
    static TrinoSchema of(String location, String program) {
        return new TrinoSchema("tidemark_" + digits(location) + "_", digits(program));
    }

    /** The schema of a snapshot. */
    String name(Snapshot snapshot) {
        return beginning(snapshot.id()) + digits(snapshot.id() + " " + snapshot.manifest().createdAt() + snapshot.manifest().tables()
                + snapshot.manifest().ledger()) + "_" + program;
    }

    /** Whether a schema is of this lake, and of none of these snapshots. */
    boolean isOld(String schema, Stream<SnapshotId> present) {
        return schema.startsWith(lake) && present.map(this::beginning).noneMatch(schema::startsWith);
    }

    private String beginning(SnapshotId id) {
        return lake + id.text().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_") + "_";
    }

    private static String digits(String text) {
        return Sha256.hex(text).substring(0, DIGITS);
    }
}
