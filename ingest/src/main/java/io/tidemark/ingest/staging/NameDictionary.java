package io.tidemark.ingest.staging;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.ingest.contract.NameList;

/** The dictionary numbers of repeated texts. */
public final class NameDictionary {

    private static final SqlFile SQL = SqlFile.of("ingest/load.sql");

    private NameDictionary() {}

    /**
     * Adds new texts.
     *
     * @param rows a query for farmer_id and the dictionary's columns, each combination once
     */
    public static void add(DuckSession session, NameList list, SqlStatement rows) {
        SQL.get("new_names").part("names", list.table()).part("rows", rows).part("same", list.same("n", "r"))
                .run(session);
    }
}
