package io.tidemark.ingest;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;
import static io.tidemark.ingest.contract.FarmerTables.TEMPERATURES;
import static io.tidemark.ingest.contract.FarmerTables.TREATMENTS;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.load.CrossCheck;
import io.tidemark.ingest.load.Faults;
import io.tidemark.ingest.load.Workbench;
import io.tidemark.ingest.merge.DroppedRows;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.merge.StockMerge;
import io.tidemark.ingest.merge.TemperatureMerge;
import io.tidemark.ingest.merge.TreatmentMerge;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The second half of an ingest: what farmers delivered. */
final class FarmerStage {

    private final Faults faults;
    private final StockMerge stock;
    private final TemperatureMerge temperatures;
    private final TreatmentMerge treatments;
    private final List<String> notes = new ArrayList<>();

    FarmerStage(Workbench bench, Faults faults, PartitionWriter writer) {
        this.faults = faults;
        stock = new StockMerge(bench, faults, writer);
        temperatures = new TemperatureMerge(bench, faults, writer);
        treatments = new TreatmentMerge(bench, writer);
    }

    /** After the farmers' files were loaded: marks the rows that do not fit the lists, each other or the lake. */
    void check() {
        List<SourceTable> all = List.of(STOCK, LOSSES, FEEDING, TEMPERATURES, TREATMENTS);
        all.forEach(table -> faults.markUnknown(table, CrossCheck.UNKNOWN_SITE, "new_site", "site_id"));
        faults.markUnknown(LOSSES, CrossCheck.UNKNOWN_CATEGORY, "new_loss_category", "level_3_code");
        all.forEach(faults::markDoubles);
        stock.check();
        temperatures.check();
    }

    /** Writes the years that the delivery touches and takes over the others. */
    List<DroppedRows> write() {
        TreeSet<Integer> changed = new TreeSet<>();
        List<DroppedRows> dropped = stock.write(changed);
        temperatures.write();
        notes.addAll(treatments.write(changed));
        return dropped;
    }

    /** What people should know of what was written. */
    List<String> notes() {
        return notes;
    }
}
