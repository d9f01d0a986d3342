package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;
import static io.tidemark.ingest.contract.FarmerTables.TEMPERATURES;
import static io.tidemark.ingest.contract.FarmerTables.TREATMENTS;

import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The second half of an ingest: what farmers delivered. */
public final class FarmerStage {

    private final Faults faults;
    private final StockMerge stock;
    private final TemperatureMerge temperatures;
    private final TreatmentMerge treatments;
    private final List<String> notes = new ArrayList<>();

    public FarmerStage(StagingDatabase bench, Faults faults, PartitionWriter writer) {
        this.faults = faults;
        stock = new StockMerge(bench, faults, writer);
        temperatures = new TemperatureMerge(bench, faults, writer);
        treatments = new TreatmentMerge(bench, writer);
    }

    /** After the farmers' files were loaded: marks the rows that do not fit the lists, each other or the lake. */
    public void check() {
        List<SourceTable> all = List.of(STOCK, LOSSES, FEEDING, TEMPERATURES, TREATMENTS);
        all.forEach(table -> faults.markUnknown(table, CrossCheck.UNKNOWN_SITE, "new_site", "site_id"));
        faults.markUnknown(LOSSES, CrossCheck.UNKNOWN_CATEGORY, "new_loss_category", "level_3_code");
        all.forEach(faults::markDoubles);
        stock.check();
        temperatures.check();
    }

    /** Writes the years that the delivery touches and takes over the others. */
    public List<DroppedRows> write() {
        TreeSet<Integer> changed = new TreeSet<>();
        List<DroppedRows> dropped = stock.write(changed);
        temperatures.write();
        notes.addAll(treatments.write(changed));
        return dropped;
    }

    /** What people should know of what was written. */
    public List<String> notes() {
        return notes;
    }
}
