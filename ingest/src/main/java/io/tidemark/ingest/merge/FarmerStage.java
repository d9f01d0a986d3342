package io.tidemark.ingest.merge;

import static io.tidemark.ingest.contract.FarmerTables.FEEDING;
import static io.tidemark.ingest.contract.FarmerTables.LOSSES;
import static io.tidemark.ingest.contract.FarmerTables.STOCK;
import static io.tidemark.ingest.contract.FarmerTables.TEMPERATURES;
import static io.tidemark.ingest.contract.FarmerTables.TREATMENTS;

import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Checks the farmers' rows, then merges them with the lake. */
public final class FarmerStage {

    private static final List<SourceTable> TABLES = List.of(STOCK, LOSSES, FEEDING, TEMPERATURES, TREATMENTS);

    private final Faults faults;
    private final PartitionWriter writer;
    private final StockMerge stock;
    private final TemperatureMerge temperatures;
    private final TreatmentMerge treatments;

    /** Over the good rows of that database. */
    public FarmerStage(StagingDatabase staging, Faults faults, PartitionWriter writer) {
        this.faults = faults;
        this.writer = writer;
        stock = new StockMerge(staging, faults, writer);
        temperatures = new TemperatureMerge(staging, faults, writer);
        treatments = new TreatmentMerge(staging, writer);
    }

    /** Marks the rows that do not fit the lists, each other or the lake. */
    public CheckedFarmers check() {
        TABLES.forEach(faults::markUnknown);
        TABLES.forEach(faults::markDoubles);
        return new CheckedFarmers(stock.check(), temperatures.check());
    }

    /** Writes the years that the delivery affects and reuses the others. */
    public Merged merge(CheckedFarmers checked) {
        StockMerge.Merged merged = stock.write(checked.stock());
        temperatures.write(checked.temperatureYears());
        List<String> notes = treatments.write(merged.changedYears());
        return new Merged(writer.log().changes(), writer.log().farmers(), merged.dropped(), notes);
    }
}
