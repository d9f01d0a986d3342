package io.tidemark.generate.farm;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;

/** Where the records of a site that a company delivers go, day by day. */
public interface SiteRecords {

    /** Whether the records of a day are delivered at all; if not, none of the others is called for it. */
    boolean wanted(int day);

    /** A unit's stock at the start of the day; weight in gram. */
    void stock(byte[] date, GeneratedSite site, StockedUnit unit, int count, double weight) throws IOException;

    /** A unit's losses of a day; the weights vary a little around what the cause usually takes. */
    void losses(byte[] date, GeneratedSite site, StockedUnit unit, LossTally tally, double weight, Draws draws)
            throws IOException;

    /** Feed of a unit on a day in kg. */
    void feed(byte[] date, GeneratedSite site, StockedUnit unit, double feedKg) throws IOException;

    /** A temperature reading; depth NaN is none. */
    void temperature(byte[] date, GeneratedSite site, double temperature, double depth, int readings) throws IOException;

    /** A treatment; a full one may leave its units out. */
    void treatment(byte[] date, GeneratedSite site, int number, Treatment treatment, boolean namesUnits) throws IOException;
}
