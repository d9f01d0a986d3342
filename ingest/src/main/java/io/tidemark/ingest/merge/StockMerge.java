package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stock, losses and feed become stock_day and loss_day, a year at a time. First {@link #check}: what does not fit the stock
 * as it will be; then {@link #write}: the years that the delivery touches, made anew. Years of which the lake has nothing
 * are written with the check, since what is found later cannot change them.
 */
public final class StockMerge {

    private final DuckSession session;
    private final Faults faults;
    private final Spans spans;
    private final OldStock old;
    private final DroppedStock dropped;
    private final PartitionWriter writer;
    private final Set<Integer> changed = new TreeSet<>();
    private Set<Integer> years = new TreeSet<>();
    private boolean hasOld;

    /** Over the good rows of that database. */
    public StockMerge(StagingDatabase bench, Faults faults, PartitionWriter writer) {
        session = bench.session();
        spans = new Spans(bench);
        old = new OldStock(session, spans);
        dropped = new DroppedStock(session);
        this.faults = faults;
        this.writer = writer;
    }

    /** Marks delivered rows that contradict the stock as it will be, or another farmer's. */
    public void check() {
        List.of(STOCK, LOSSES, FEEDING).forEach(spans::find);
        years = spans.years(STOCK, LOSSES, FEEDING);
        old.look(years);
        hasOld = session.first("SELECT 1 FROM touched_stock LIMIT 1", row -> true).isPresent();
        if (hasOld) {
            markOthers();
            old.take();
        }
        dropped.begin();
        new TextLists(session).make(!hasOld);
        for (int year : years) {
            StockYear stock = new StockYear(session, faults, hasOld, year);
            stock.make();
            if (!hasOld) {
                writeNew(year);
            }
        }
    }

    private void writeNew(int year) {
        YearRows rows = new YearRows(year);
        if (writer.writeExact(LakeTables.STOCK_DAY, year, rows.stockDay(), "year_stock")) {
            changed.add(year);
        }
        writer.writeExact(LakeTables.LOSS_DAY, year, rows.lossDay(), "year_loss");
    }

    private void markOthers() {
        long marked = faults.mark(STOCK, CrossCheck.OTHER_FARMERS_UNIT, """
                SELECT g.row_id, NULL AS value, NULL AS detail, NULL AS first_row
                FROM good_stock AS g JOIN touched_stock AS o
                  ON o.site_id = g.site_id AND o.date = g.date AND o.unit_id = g.unit_id AND o.farmer_id <> g.farmer_id
                WHERE o.site_id IN (SELECT site_id FROM span_stock) AND\s""" + Spans.isKept(STOCK));
        if (marked > 0) {
            spans.find(STOCK);
        }
    }

    /**
     * Writes stock_day and loss_day.
     *
     * @param changedYears gets the years whose stock differs from the published snapshot's
     * @return the rows of the lake that lost their footing
     */
    public List<DroppedRows> write(Set<Integer> changedYears) {
        if (hasOld) {
            spans.find(LOSSES);
            spans.find(FEEDING);
            years.forEach(this::writeOver);
        }
        changedYears.addAll(changed);
        writer.reuseOthers(LakeTables.STOCK_DAY, years);
        writer.reuseOthers(LakeTables.LOSS_DAY, years);
        return dropped.rows();
    }

    private void writeOver(int year) {
        StockYear stock = new StockYear(session, faults, true, year);
        stock.make();
        if (dropped.find(year)) {
            stock.make();
        }
        YearRows rows = new YearRows(year);
        if (writer.writePart(LakeTables.STOCK_DAY, year, rows.stockDay(), rows.stockBefore(), rows.stockOfOthers())) {
            changed.add(year);
        }
        writer.writePart(LakeTables.LOSS_DAY, year, rows.lossDay(), rows.lossBefore(), rows.lossOfOthers());
    }
}
