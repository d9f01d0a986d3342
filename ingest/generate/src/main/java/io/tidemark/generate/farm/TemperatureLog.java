package io.tidemark.generate.farm;

import io.tidemark.generate.biology.BiologyParameters.Sea;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.biology.SeaTemperature;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;

/** Measures the water of a site: at its depths, by hand once a day or with a logging sensor. */
final class TemperatureLog {

    private final GeneratedSite site;
    private final SeaTemperature water;
    private final Draws draws;
    private final double[] depths;
    private final boolean whenFallow;
    private final boolean sensor;

    TemperatureLog(GeneratedSite site, SeaTemperature water, Draws draws) {
        this.site = site;
        this.water = water;
        this.draws = draws;
        int kind = draws.between(0, Sea.SENSOR_DEPTHS.length - 1);
        depths = site.onshore() ? new double[] {Double.NaN} : Sea.SENSOR_DEPTHS[kind];
        whenFallow = draws.chance(Sea.MEASURES_WHEN_FALLOW);
        sensor = draws.chance(Sea.SENSOR_SHARE);
    }

    /** Writes the readings of one day. */
    void write(SiteRecords records, String date, int day, boolean stocked) throws IOException {
        if (!stocked && !whenFallow) {
            return;
        }
        for (double depth : depths) {
            if (!draws.chance(Sea.READING_MISSED)) {
                double temperature = water.at(day, Double.isNaN(depth) ? Sea.FISH_DEPTH : depth);
                // a thermometer is read by hand to a tenth of a degree
                double read = sensor ? temperature : Math.round(temperature * 10) / 10.0;
                records.temperature(date, site, read, depth, sensor ? Sea.SENSOR_READINGS : 1);
            }
        }
    }
}
