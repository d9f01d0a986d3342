package io.tidemark.data.release;

import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.util.List;

/**
 * A released table by day, whose atoms are independent of the stock's.
 *
 * @param text        the prefix of its statements in {@code merge.sql}
 * @param contract    the table
 * @param absorbsFrom the level of its tree from which downwards unsafe cells may absorb atoms of their node
 */
record DayTable(String text, TableContract contract, int absorbsFrom) {

    /**
     * Fed unit-days by month, species, weight group, degrees and region; fed site-days by piece, degrees and area; treatments by quarter, category,
     * target and weight.
     */
    static final List<DayTable> ALL = List.of(new DayTable("feed_day", LedgerTables.FEED_DAY, 0), new DayTable("site_day", LedgerTables.SITE_DAY, 0),
            new DayTable("event", LedgerTables.TREATMENT_EVENT, EventRelease.METHOD));
}
