package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.FEEDING;
import static io.tidemark.ingest.contract.SourceTables.LOSSES;
import static io.tidemark.ingest.contract.SourceTables.STOCK;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.Correction;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.delivery.Remark;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Merges stock, losses and feed into stock_day and loss_day, a year at a time. First {@link #check} marks rows that do
 * not fit the new stock; then
 * {@link #write} recomputes the affected years. The check also writes years that are new to the lake, since later
 * findings cannot change them.
 */
final class StockMerge {

    private static final SqlFile SQL = SqlFile.of("ingest/stock.sql");

    private final StagingDatabase staging;
    private final RowFaults faults;
    private final ReplacedSpans spans;
    private final OwnerCheck owners;
    private final PartitionWriter writer;
    private boolean looksElsewhere;

    StockMerge(StagingDatabase staging, RowFaults faults, PartitionWriter writer) {
        this.staging = staging;
        spans = new ReplacedSpans(staging);
        owners = new OwnerCheck(staging, faults, spans);
        this.faults = faults;
        this.writer = writer;
    }

    /**
     * Stock, losses and feed after the checks against each other and the lake.
     *
     * @param years   the years that the delivery touches
     * @param hasOld  whether the lake has stock of these years
     * @param written the years that the check has already written
     * @param notes   remarks for people
     * @param taken   what the files take away
     */
    record Checked(SortedSet<Integer> years, boolean hasOld, SortedSet<Integer> written, List<String> notes,
            List<Correction> taken) {

        /** Copies the collections. */
        public Checked {
            notes = List.copyOf(notes);
            years = Collections.unmodifiableSortedSet(new TreeSet<>(years));
            written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
        }
    }

    /**
     * The result of the merge.
     *
     * @param changedYears years whose stock differs from the published snapshot's
     * @param dropped      rows of the lake that became invalid
     * @param notes        remarks for people
     */
    record Merged(SortedSet<Integer> changedYears, List<DroppedRows> dropped, List<String> notes) {}

    /**
     * The years outside the delivered spans in which the lake's stock may take another weight from the delivered stock.
     */
    SortedSet<Integer> otherYears() {
        return yearsWithTakenWeights(staging.staged().baseRows(LakeTables.STOCK_DAY));
    }

    private SortedSet<Integer> yearsWithTakenWeights(String rows) {
        return staging.session().hasRows(StagingTables.span(STOCK).name())
                ? new TreeSet<>(SQL.get("years_with_taken_weights").part("rows", SqlStatement.made(rows))
                        .list(staging.session(), row -> row.getInt(1)))
                : new TreeSet<>();
    }

    /**
     * Whether weights cross years in a way that a snapshot published meanwhile may have changed: into one of its years
     * that this merge does not make, or out of one.
     */
    boolean dependsOutside(Snapshot published, SortedSet<Integer> years) {
        return looksElsewhere || !years.containsAll(yearsWithTakenWeights(published.rows(LakeTables.STOCK_DAY)));
    }

    /** Marks delivered rows that contradict the new stock or another farmer's rows. */
    Checked check() {
        List.of(STOCK, LOSSES, FEEDING).forEach(spans::find);
        SortedSet<Integer> years = spans.years(STOCK, LOSSES, FEEDING);
        years.addAll(otherYears());
        if (years.isEmpty()) {
            return new Checked(years, false, new TreeSet<>(), List.of(), List.of());
        }
        spans.touch("touched_stock", LakeTables.STOCK_DAY, years);
        spans.touch("touched_loss", LakeTables.LOSS_DAY, years);
        owners.mark(STOCK, CrossCheck.OTHER_FARMERS_UNIT, "touched_stock");
        boolean hasOld = staging.session().hasRows("touched_stock");
        OldStock old = new OldStock(staging);
        if (hasOld) {
            old.take();
        } else {
            old.none();
        }
        staging.create("dropped_loss", "dropped_feed");
        new TextLists(staging).make(!hasOld);
        SortedSet<Integer> written = new TreeSet<>();
        StockYear stock = new StockYear(staging, faults);
        RaisedStock raised = RaisedStock.NONE;
        for (int year : years) {
            stock.make(year);
            raised = raised.and(stock.raised());
            if (!hasOld && writeNew(year)) {
                written.add(year);
            }
        }
        looksElsewhere = stock.looksElsewhere();
        List<String> notes = new ArrayList<>(Remark.of("delivered_species", SQL.get("unknown_species")
                .list(staging.session(), row -> row.getString(1) + " (" + row.getLong(2) + ")")));
        notes.addAll(Remark.of("units_alike",
                SQL.get("units_alike").list(staging.session(), row -> row.getString(1))));
        notes.addAll(raised.notes());
        return new Checked(years, hasOld, written, notes, corrections(hasOld));
    }

    // rows were rejected since the spans were found
    private List<Correction> corrections(boolean hasOld) {
        TakenAway away = new TakenAway(staging);
        if (!hasOld) {
            return away.jumps(STOCK);
        }
        List.of(LOSSES, FEEDING).forEach(spans::find);
        return Stream.of(Stream.of(STOCK, LOSSES, FEEDING).map(away::of), Stream.of(STOCK, FEEDING).map(away::jumps))
                .flatMap(each -> each).flatMap(List::stream).toList();
    }

    private boolean writeNew(int year) {
        boolean any = writer.writeExact(LakeTables.STOCK_DAY, year, SQL.get("stock_day"),
                "year_stock");
        writer.writeExact(LakeTables.LOSS_DAY, year, SQL.get("loss_day"), "year_loss");
        return any;
    }

    /** Writes stock_day and loss_day. */
    Merged write(Checked checked) {
        SortedSet<Integer> changed = new TreeSet<>(checked.written());
        DroppedStock dropped = new DroppedStock(staging.session());
        if (checked.hasOld()) {
            changed.addAll(checked.years().stream().filter(year -> writeOver(year, dropped)).toList());
        }
        writer.reuseOthers(LakeTables.STOCK_DAY, checked.years());
        writer.reuseOthers(LakeTables.LOSS_DAY, checked.years());
        return new Merged(changed, dropped.rows(), checked.notes());
    }

    private boolean writeOver(int year, DroppedStock dropped) {
        StockYear stock = new StockYear(staging, faults);
        stock.make(year);
        if (dropped.find()) {
            stock.make(year);
        }
        boolean changed = writer.writePart(LakeTables.STOCK_DAY, year, SQL.get("stock_day"), SQL.get("stock_before"),
                SQL.get("stock_of_others"));
        writer.writePart(LakeTables.LOSS_DAY, year, SQL.get("loss_day"), SQL.get("loss_before"),
                SQL.get("loss_of_others"));
        return changed;
    }
}
