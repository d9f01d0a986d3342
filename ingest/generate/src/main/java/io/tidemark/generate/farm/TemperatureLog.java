package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.SEA;

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
        int kind = draws.between(0, SEA.sensorDepths().length - 1);
        depths = site.onshore() ? new double[] {Double.NaN} : SEA.sensorDepths()[kind];
        whenFallow = draws.chance(SEA.measuresWhenFallow());
        sensor = draws.chance(SEA.sensorShare());
    }

    /** Writes the readings of one day. */
    void write(SiteRecords records, String date, int day, boolean stocked) throws IOException {
        if (!stocked && !whenFallow) {
            return;
        }
        for (double depth : depths) {
            if (!draws.chance(SEA.readingMissed())) {
                double temperature = water.at(day, Double.isNaN(depth) ? SEA.fishDepth() : depth);
                // a thermometer is read by hand to a tenth of a degree
                double read = sensor ? temperature : Math.round(temperature * 10) / 10.0;
                records.temperature(date, site, read, depth, sensor ? SEA.sensorReadings() : 1);
            }
        }
    }
}
