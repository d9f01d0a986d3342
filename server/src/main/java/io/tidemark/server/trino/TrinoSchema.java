package io.tidemark.server.trino;

import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The names of a lake's schemas in Trino, one for each snapshot. A name identifies the lake, the snapshot with its
 * content and its part of the ledger, and the program's functions and views. So several lakes can share a catalog,
 * requests stay on one snapshot, a folder published again with other content gets other tables, and two versions of the
 * server each find their own.
 *
 * @param lake    the prefix of all names of the lake
 * @param program the suffix of all names of this program
 */
record TrinoSchema(String lake, String program) {

    /** The table that is created last: a schema with it is complete. */
    static final String WHOLE = "tidemark_published";

    private static final int DIGITS = 8;

    /** The schemas of a lake at a location in Trino, for a program with these functions and views. */
    static TrinoSchema of(String location, String program) {
        return new TrinoSchema("tidemark_" + digits(location) + "_", digits(program));
    }

    /** The schema of a snapshot. */
    String name(Snapshot snapshot) {
        return beginning(snapshot.id()) + digits(snapshot.id() + " " + snapshot.manifest().createdAt()
                + snapshot.manifest().tables() + snapshot.manifest().ledger()) + "_" + program;
    }

    /** Whether a schema belongs to this lake, but to none of these snapshots. */
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
