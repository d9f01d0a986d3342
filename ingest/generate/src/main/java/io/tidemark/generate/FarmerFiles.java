package io.tidemark.generate;

import static io.tidemark.generate.biology.BiologyParameters.LOSSES;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.LossCause;
import io.tidemark.generate.coast.Farmer;
import io.tidemark.generate.coast.GeneratedSite;
import io.tidemark.generate.farm.CsvTable;
import io.tidemark.generate.farm.LossTally;
import io.tidemark.generate.farm.SiteRecords;
import io.tidemark.generate.farm.StockedUnit;
import io.tidemark.generate.farm.Treatment;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The five files of one farmer; sites append to them one after another. */
final class FarmerFiles implements SiteRecords, Closeable {

    private static final int GRAM_DIGITS = 1;
    private static final int GRAM_SCALE = 10;
    private static final int DEGREE_DIGITS = 2;
    private static final int DEGREE_SCALE = 100;

    private final Farmer farmer;
    private final boolean whole;
    private final Path dir;
    private final CsvTable stock;
    private final CsvTable losses;
    private final CsvTable feeding;
    private final CsvTable temperatures;
    private final CsvTable treatments;

    /**
     * Opens the files of a farmer in a delivery.
     *
     * @param whole whether to write all five; otherwise files without rows are left out
     */
    FarmerFiles(Path delivery, Farmer farmer, boolean whole) throws IOException {
        this.farmer = farmer;
        this.whole = whole;
        dir = Files.createDirectories(delivery.resolve("farmers").resolve(farmer.id()));
        stock = new CsvTable(dir.resolve("stock.csv"), "date", "site_id", "unit_id", "cohort_id", "species_code",
                "fish_count", "avg_weight_gram", "generation", "sea_transfer_date");
        losses = new CsvTable(dir.resolve("losses.csv"), "date", "site_id", "unit_id", "loss_type", "category_code",
                "loss_count", "avg_weight_gram");
        feeding = new CsvTable(dir.resolve("feeding.csv"), "date", "site_id", "unit_id", "feed_kg");
        temperatures = new CsvTable(dir.resolve("temperatures.csv"), "date", "site_id", "temperature", "depth_m",
                "measurement_count");
        treatments = new CsvTable(dir.resolve("treatments.csv"), "treatment_id", "date", "site_id",
                "treatment_category",
                "treatment_target", "requires_handling", "is_antibiotic", "unit_ids", "treatment_subtype",
                "treatment_site_scope", "number_of_units_treated", "treatment_count", "system_source");
    }

    @Override
    public boolean wanted(int day) {
        return farmer.delivers(day);
    }

    @Override
    public void stock(String date, GeneratedSite site, StockedUnit unit, int count, double weight) throws IOException {
        stock.text(date).text(site.id()).text(unit.id()).text(unit.origin().cohortId()).text(site.species())
                .integer(count).decimal(count == 0 ? 0 : Math.round(weight * GRAM_SCALE), GRAM_DIGITS)
                .text(unit.origin().generation()).text(unit.origin().seaTransferDate()).endRow();
    }

    @Override
    public void losses(String date, GeneratedSite site, StockedUnit unit, LossTally tally, double weight, Draws draws)
            throws IOException {
        for (Map.Entry<LossCause, Integer> entry : tally.deadByCause().entrySet()) {
            loss(date, site, unit, "mortality", entry.getKey(), entry.getValue(), weight, draws);
        }
        for (Map.Entry<LossCause, Integer> entry : tally.culledByCause().entrySet()) {
            loss(date, site, unit, "culling", entry.getKey(), entry.getValue(), weight, draws);
        }
    }

    private void loss(String date, GeneratedSite site, StockedUnit unit, String type, LossCause cause, int count,
            double unitWeight, Draws draws) throws IOException {
        losses.text(date).text(site.id()).text(unit.id()).text(type).text(cause.code()).integer(count);
        if (farmer.weighsLosses() && draws.chance(LOSSES.weighed())) {
            double relative = cause.relativeWeight() * draws.normalWithin(1, LOSSES.weightSpread());
            losses.decimal(Math.max(1, Math.round(unitWeight * relative * GRAM_SCALE)), GRAM_DIGITS);
        } else {
            losses.empty();
        }
        losses.endRow();
    }

    @Override
    public void feed(String date, GeneratedSite site, StockedUnit unit, double feedKg) throws IOException {
        if (farmer.reportsFeed()) {
            feeding.text(date).text(site.id()).text(unit.id()).decimal(Math.round(feedKg * GRAM_SCALE), GRAM_DIGITS)
                    .endRow();
        }
    }

    @Override
    public void temperature(String date, GeneratedSite site, double temperature, double depth, int readings)
            throws IOException {
        temperatures.text(date).text(site.id()).decimal(Math.round(temperature * DEGREE_SCALE), DEGREE_DIGITS);
        if (Double.isNaN(depth)) {
            temperatures.empty();
        } else {
            temperatures.integer(Math.round(depth));
        }
        temperatures.integer(readings).endRow();
    }

    @Override
    public void treatment(String date, GeneratedSite site, int number, Treatment treatment, boolean namesUnits)
            throws IOException {
        List<String> units = new ArrayList<>();
        if (namesUnits || !treatment.full()) {
            treatment.units().forEach(unit -> units.add(unit.id()));
        }
        treatments.text(site.id() + "-" + number).text(date).text(site.id()).text(treatment.method().category())
                .text(treatment.target()).bool(treatment.method().handling()).bool(treatment.antibiotic())
                .text(String.join("|", units)).text(treatment.subtype()).text(treatment.full() ? "full" : "partial")
                .integer(treatment.units().size()).integer(1).text(farmer.system()).endRow();
    }

    /** Rows and bytes of the five files, by table; complete after close. */
    List<GeneratorSummary.TableSize> sizes() {
        return List.of(size("stock", stock), size("losses", losses), size("feeding", feeding),
                size("temperatures", temperatures), size("treatments", treatments));
    }

    private static GeneratorSummary.TableSize size(String name, CsvTable table) {
        return new GeneratorSummary.TableSize(name, table.rows(), table.bytes());
    }

    @Override
    public void close() throws IOException {
        try (stock; losses; feeding; temperatures; treatments) {
            // close all five even if one fails
        }
        for (GeneratorSummary.TableSize size : sizes()) {
            if (!whole && size.rows() == 0) {
                Files.delete(dir.resolve(size.table() + ".csv"));
            }
        }
        if (!whole && sizes().stream().allMatch(size -> size.rows() == 0)) {
            Files.delete(dir);
        }
    }
}
