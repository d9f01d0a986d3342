package io.tidemark.generate.farm;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;

/** Receives the records of a site that a company delivers, day by day. */
public interface SiteRecords {

    /** Whether the records of a day are delivered at all; if not, the other methods are not called for it. */
    boolean wanted(int day);

    /** Receives a unit's stock at the start of the day, weight in gram. */
    void stock(String date, GeneratedSite site, StockedUnit unit, int count, double weight) throws IOException;

    /** Receives a unit's losses of a day; the weights vary a little around the usual weight for the cause. */
    void losses(String date, GeneratedSite site, StockedUnit unit, LossTally tally, double weight, Draws draws)
            throws IOException;

    /** Receives the feed of a unit on a day, kg. */
    void feed(String date, GeneratedSite site, StockedUnit unit, double feedKg) throws IOException;

    /** Receives a temperature reading; a depth of NaN means no depth. */
    void temperature(String date, GeneratedSite site, double temperature, double depth, int readings)
            throws IOException;

    /** Receives a treatment; a full one may omit its units. */
    void treatment(String date, GeneratedSite site, int number, Treatment treatment, boolean namesUnits)
            throws IOException;
}
