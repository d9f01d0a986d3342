package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import io.tidemark.generate.farm.LossTally;
import io.tidemark.generate.farm.SiteRecords;
import io.tidemark.generate.farm.StockedUnit;
import io.tidemark.generate.farm.Treatment;
import java.io.IOException;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/**
 * Treatments against lice by production area, beside those of the authority's file of measures (BarentsWatch, 2012 to
 * 2018).
 */
class LiceTreatmentsTest {

    /**
     * Measures of 2017 by production area, medicine and mechanical removal, for each of the sites at sea with salmon of
     * 2019: counted from the file; area 2, for instance, has 195 measures and 62 sites.
     */
    private static final double[] MEASURES_OF_2017 = {0.1, 3.1, 3.2, 3.8, 3.9, 3.4, 1.8, 2.6, 1.8, 2.1, 1.0, 1.1, 0};
    private static final int YEARS = 4;

    /** Counts treatments and drops everything else. */
    private static final class Counts implements SiteRecords {
        private final int[] delousings = new int[MEASURES_OF_2017.length];
        private int cleanerFish;

        @Override
        public boolean wanted(int day) {
            return true;
        }

        @Override
        public void stock(String date, GeneratedSite site, StockedUnit unit, int count, double weight) {
            // not counted
        }

        @Override
        public void losses(String date, GeneratedSite site, StockedUnit unit, LossTally tally, double weight,
                Draws draws) {
            // not counted
        }

        @Override
        public void feed(String date, GeneratedSite site, StockedUnit unit, double feedKg) {
            // not counted
        }

        @Override
        public void temperature(String date, GeneratedSite site, double temperature, double depth, int readings) {
            // not counted
        }

        @Override
        public void treatment(String date, GeneratedSite site, int number, Treatment treatment, boolean namesUnits) {
            if (treatment.method() == Treatment.Method.CLEANERFISH) {
                cleanerFish++;
            } else if (treatment.target().equals("Lice")) {
                delousings[site.coast().id() - 1]++;
            }
        }
    }

    @Test
    void eachAreaTreatsAsOftenAsItsLiceAsk() throws IOException {
        GeneratedCoast coast = new GeneratedCoast(new GeneratorOptions(400, 1, YEARS, 6, LocalDate.of(2022, 12, 31),
                null));
        Counts counts = new Counts();
        int[] sites = new int[MEASURES_OF_2017.length];
        for (int i = 0; i < coast.owner().length; i++) {
            GeneratedSite site = coast.sites().get(i);
            if (!site.onshore()) {
                sites[site.coast().id() - 1]++;
                coast.simulation(i, null).run(counts);
            }
        }
        int all = 0;
        for (int area = 0; area < sites.length; area++) {
            double each = (double) counts.delousings[area] / sites[area] / YEARS;
            assertThat(each).as("production area %d", area + 1)
                    .isBetween(MEASURES_OF_2017[area] * 0.75 - 0.3, MEASURES_OF_2017[area] * 1.25 + 0.3);
            all += counts.delousings[area];
        }
        assertThat((double) counts.cleanerFish / (counts.cleanerFish + all)).isBetween(0.2, 0.35);
    }
}
