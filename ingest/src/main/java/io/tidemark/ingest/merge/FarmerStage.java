package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.SourceTables.FEEDING;
import static io.tidemark.ingest.contract.SourceTables.LICE;
import static io.tidemark.ingest.contract.SourceTables.LOSSES;
import static io.tidemark.ingest.contract.SourceTables.STOCK;
import static io.tidemark.ingest.contract.SourceTables.TEMPERATURES;
import static io.tidemark.ingest.contract.SourceTables.TREATMENTS;

import io.tidemark.data.derive.Changes;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.ingest.check.Correction;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Checks the farmers' rows, then merges them with the lake. */
public final class FarmerStage {

    /**
     * Farmers' rows after the checks against the lists, each other and the lake; bad rows are marked.
     *
     * @param stock            the checked stock, losses and feed
     * @param temperatureYears the years whose temperatures the delivery touches
     * @param liceYears        the years whose lice counts the delivery touches
     * @param reports          whether the delivery may have reports of the authority
     * @param notes            remarks for people about the sites
     * @param taken            what the files take away from the lake
     */
    public record Checked(StockMerge.Checked stock, SortedSet<Integer> temperatureYears,
            SortedSet<Integer> liceYears, boolean reports, List<String> notes, List<Correction> taken) {

        /** Copies the collections. */
        public Checked {
            notes = List.copyOf(notes);
            taken = List.copyOf(taken);
            liceYears = Collections.unmodifiableSortedSet(new TreeSet<>(liceYears));
            temperatureYears = Collections.unmodifiableSortedSet(new TreeSet<>(temperatureYears));
        }
    }

    /**
     * The result of merging a delivery into the next snapshot.
     * @param changes the differences from the previous snapshot, for the derived tables
     * @param farmers the companies whose rows differ
     * @param dropped rows of the lake that a correction made invalid
     * @param notes   remarks for people
     */
    public record Merged(Changes changes, SortedSet<String> farmers, List<DroppedRows> dropped, List<String> notes) {

        /** Copies the collections. */
        public Merged {
            farmers = Collections.unmodifiableSortedSet(new TreeSet<>(farmers));
            dropped = List.copyOf(dropped);
            notes = List.copyOf(notes);
        }
    }

    private static final List<SourceTable> TABLES = List.of(STOCK, LOSSES, FEEDING, TEMPERATURES, TREATMENTS, LICE);

    private final StagingDatabase staging;
    private final RowFaults faults;
    private final PartitionWriter writer;
    private final ReplacedSpans spans;
    private final SiteCheck sites;
    private final StockMerge stock;
    private final TemperatureMerge temperatures;
    private final TreatmentMerge treatments;
    private final LiceCountMerge lice;

    /** Works on the good rows of a staging database. */
    public FarmerStage(StagingDatabase staging, RowFaults faults, PartitionWriter writer) {
        this.staging = staging;
        this.faults = faults;
        this.writer = writer;
        spans = new ReplacedSpans(staging);
        sites = new SiteCheck(staging);
        stock = new StockMerge(staging, faults, writer);
        temperatures = new TemperatureMerge(staging, faults, writer);
        treatments = new TreatmentMerge(staging, writer);
        lice = new LiceCountMerge(staging, faults, writer);
    }

    private List<SourceTable> tables() {
        return TABLES.stream().filter(staging::has).toList();
    }

    /** The years that the delivery may change, judged by its good rows and its base snapshot. */
    public SortedSet<Integer> years() {
        SortedSet<Integer> years = new TreeSet<>();
        for (SourceTable table : tables()) {
            spans.find(table);
            years.addAll(spans.years(table));
        }
        years.addAll(stock.otherYears());
        years.addAll(treatments.otherYears());
        return years;
    }

    /**
     * Whether the delivery depends on other years of a published snapshot: it replaces treatments there, takes weights
     * from or gives weights to them, or delivers a site that belongs to another company there. Call after {@link
     * #check}.
     */
    public boolean dependsOutside(Snapshot published, SortedSet<Integer> years) {
        return treatments.replacesOutside(published, years) || stock.dependsOutside(published, years)
                || sites.dependsOn(published);
    }

    /**
     * Marks the rows that contradict the lists, each other or the lake.
     *
     * @param reports whether the delivery may have reports of the authority, with temperatures and treatments
     */
    public Checked check(boolean reports) {
        tables().forEach(faults::markUnknown);
        List<String> notes = sites.mark(tables());
        tables().forEach(faults::markDoubles);
        StockMerge.Checked held = stock.check();
        SortedSet<Integer> years = temperatures.check(reports);
        SortedSet<Integer> liceYears = lice.check();
        List<Correction> taken = new ArrayList<>(held.taken());
        taken.addAll(new TakenAway(staging).of(TEMPERATURES));
        taken.addAll(new TakenAway(staging).of(LICE));
        taken.addAll(treatments.taken());
        return new Checked(held, years, liceYears, reports, notes, taken);
    }

    /** Writes the years that the delivery affects and reuses the others. */
    public Merged merge(Checked checked) {
        StockMerge.Merged merged = stock.write(checked.stock());
        temperatures.write(checked.temperatureYears());
        lice.write(checked.liceYears());
        new CorrectionMerge(staging, writer).write(writer.log().changes().days());
        List<String> notes = new ArrayList<>(merged.notes());
        notes.addAll(treatments.write(merged.changedYears(), checked.reports()));
        return new Merged(writer.log().changes(), writer.log().farmers(), merged.dropped(), notes);
    }
}
