package io.tidemark.ingest.merge;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a delivery replaces: for every file, farmer and site the days from the first to the last of its good rows. Kept as
 * tables {@code span_x(file_no, farmer_id, site_id, first_date, last_date)}.
 */
final class Spans {

    private final DuckSession session;
    private final StagedSnapshot staged;

    Spans(StagingDatabase bench) {
        session = bench.session();
        staged = bench.staged();
    }

    /** Works the spans of a table out, from its good rows as they are now. */
    void find(SourceTable table) {
        // by the number that stands for the site first: there are millions of rows and some thousand of those
        Optional<NameList> list = table.listOf("site_id");
        String number = list.map(NameList::name).orElse("farmer_id, site_id");
        session.run("CREATE OR REPLACE TABLE " + name(table) + " AS SELECT file_no, farmer_id, site_id, "
                + "min(first_date) AS first_date, max(last_date) AS last_date FROM (SELECT file_no, " + number
                + ", min(date) AS first_date, max(date) AS last_date FROM " + table.readTable() + " GROUP BY file_no, " + number
                + ")" + list.map(l -> " JOIN " + l.table() + " USING (" + l.name() + ")").orElse("")
                + " GROUP BY file_no, farmer_id, site_id");
    }

    /** SQL that is true for a row {@code o} of the lake that the delivery of that table leaves alone. */
    static String isKept(SourceTable table) {
        return "NOT EXISTS (SELECT 1 FROM " + name(table) + " AS s WHERE s.farmer_id = o.farmer_id "
                + "AND s.site_id = o.site_id AND o.date BETWEEN s.first_date AND s.last_date)";
    }

    /** The years that the spans of some tables reach into. */
    Set<Integer> years(SourceTable... tables) {
        Set<Integer> years = new TreeSet<>();
        for (SourceTable table : tables) {
            years.addAll(session.list("SELECT DISTINCT unnest(generate_series(year(first_date), year(last_date))) FROM "
                    + name(table), row -> row.getInt(1)));
        }
        return years;
    }

    /** A query of the published snapshot's rows of some years. */
    String oldRows(TableContract table, Collection<Integer> years) {
        return staged.baseRows(table, years);
    }

    /** SQL that is true for a date in that year; the year is a number of ours. */
    static String inYear(String date, int year) {
        return date + " BETWEEN make_date(" + year + ", 1, 1) AND make_date(" + year + ", 12, 31)";
    }

    private static String name(SourceTable table) {
        return "span_" + table.name();
    }
}
