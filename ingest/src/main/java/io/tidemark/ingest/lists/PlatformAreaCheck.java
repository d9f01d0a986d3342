package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;

/** Checks that every production area is in exactly one platform area, and every platform area in one region. */
public final class PlatformAreaCheck {

    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");

    private final DuckSession session;

    /** Works on the new lists of a staging database. */
    public PlatformAreaCheck(StagingDatabase staging) {
        session = staging.session();
    }

    /** The faults; empty if there are none. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        faults.addAll(SQL.get("unknown_members").list(session,
                row -> "platform area " + row.getString(1) + " names production area " + row.getInt(2)
                + ", which does not exist"));
        faults.addAll(SQL.get("not_in_one_area").list(session,
                row -> "production area " + row.getInt(1) + (row.getInt(2) == 0 ? " is in no platform area"
                        : " is in platform areas " + row.getString(3))));
        faults.addAll(SQL.get("in_several_regions").list(session,
                row -> "platform area " + row.getString(1) + " lies in the regions " + row.getString(2)));
        return faults;
    }
}
