package io.tidemark.data.release;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import java.util.SortedSet;

/**
 * What the tables of the ledger are made with.
 *
 * @param database   the database to work in
 * @param snapshot   the snapshot that is released
 * @param before     the published snapshot, which may still have an erased company's rows
 * @param rule       the rule of confidentiality
 * @param stockYears the years that may have stock to release
 * @param stop       called from time to time; throws to stop
 */
record ReleaseWork(ReleaseDatabase database, Snapshot snapshot, Snapshot before, PrivacyRule rule,
        SortedSet<Integer> stockYears, Runnable stop) {

    DuckSession session() {
        return database.session();
    }

    void make(String table, SqlStatement rows) {
        database.make(table, rows);
    }
}
