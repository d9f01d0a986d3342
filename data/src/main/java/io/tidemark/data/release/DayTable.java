package io.tidemark.data.release;

import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.util.List;

/**
 * A released table by day, whose atoms are independent of the stock's.
 *
 * @param text     the prefix of its statements in {@code merge.sql}
 * @param contract the table
 */
record DayTable(String text, TableContract contract) {

    /** Fed unit-days by month, species, weight group, degrees and region; fed site-days by piece, degrees and area. */
    static final List<DayTable> ALL = List.of(new DayTable("feed_day", LedgerTables.FEED_DAY), new DayTable("site_day", LedgerTables.SITE_DAY));
}
