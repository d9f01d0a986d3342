package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.STOCKING;

import io.tidemark.generate.biology.DayTable;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.Coast;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The authority's monthly statistics of all companies at sea, including those outside the platform. Stock and biomass
 * are from the end of the month, or some days earlier for sites that report early; the other figures balance them with
 * the previous month.
 */
public final class AuthorityFigures {

    /**
     * Days before a month's end on which sites report: most on its last day, some at the end of the week. Our choice.
     */
    private static final int[] CLOSES_EARLY = {0, 0, 0, 0, 1, 2, 3};
    /** Chance of an escape in an area-month, and its size. Our choice: real escapes are rare and uneven. */
    private static final double ESCAPE_CHANCE = 0.02;
    private static final int ESCAPE_MOST = 4_000;
    private static final String[] SPECIES = {GeneratedSite.SALMON, GeneratedSite.TROUT};
    private static final int GRAMS_IN_KG = 1_000;

    /** One month of one area and species. */
    private static final class Month {
        private long closing;
        private double biomassKg;
        private long smolt;
        private double feedKg;
        private long harvest;
        private double harvestKg;
        private long dead;
        private long discarded;
    }

    private final DayTable days;
    private final int firstMonth;
    private final int lastMonth;
    private final Month[][][] months;
    private final AuthorityDiseases diseases = new AuthorityDiseases();

    public AuthorityFigures(DayTable days) {
        this.days = days;
        firstMonth = days.month(days.begin()) - STOCKING.authorityMonthsBefore() - 1;
        boolean endsMonth = LocalDate.ofEpochDay(days.end()).plusDays(1).getDayOfMonth() == 1;
        lastMonth = days.month(days.end()) - (endsMonth ? 0 : 1);
        int count = Math.max(0, lastMonth - firstMonth + 1);
        months = new Month[count][Coast.AREAS.size()][SPECIES.length];
        for (Month[][] areas : months) {
            for (Month[] species : areas) {
                for (int s = 0; s < species.length; s++) {
                    species[s] = new Month();
                }
            }
        }
    }

    /** The diseases that the authority knows of. */
    public AuthorityDiseases diseases() {
        return diseases;
    }

    private static int closesEarly(GeneratedSite site) {
        return CLOSES_EARLY[Math.floorMod(site.key(), CLOSES_EARLY.length)];
    }

    private @Nullable Month month(GeneratedSite site, int day) {
        int counted = day + closesEarly(site);
        int index = counted > days.end() ? months.length : days.month(counted) - firstMonth;
        if (site.onshore() || index < 0 || index >= months.length) {
            return null;
        }
        return months[index][site.coast().id() - 1][site.trout() ? 1 : 0];
    }

    /** Adds one unit's day, with its count and weight in the evening. */
    public void add(GeneratedSite site, StockedUnit unit, int day, int morningCount, UnitDay lived) {
        Month month = month(site, day);
        if (month == null) {
            return;
        }
        if (unit.age(day) == 0) {
            month.smolt += morningCount;
        }
        month.feedKg += lived.feedKg();
        month.harvest += lived.harvested();
        month.harvestKg += lived.harvested() * unit.weight() / GRAMS_IN_KG;
        month.dead += lived.losses().dead();
        month.discarded += lived.losses().culled();
        int closing = day + closesEarly(site);
        if (closing == days.end() || (closing < days.end() && days.month(closing + 1) != days.month(closing))) {
            month.closing += unit.count();
            month.biomassKg += unit.count() * unit.weight() / GRAMS_IN_KG;
        }
    }

    /** Writes the months that have ended, and closes the table. */
    public CsvTable write(Path file, Draws draws) throws IOException {
        LocalDate next = LocalDate.ofEpochDay(days.end()).plusDays(1);
        int ended = Math.min(months.length, next.getYear() * 12 + next.getMonthValue() - 1 - firstMonth);
        CsvTable table = new CsvTable(file, "month", "production_area_id", "species_code", "closing_count",
                "biomass_kg",
                "smolt_count", "feed_kg", "harvest_count", "harvest_kg", "dead_count", "discarded_count",
                "escaped_count", "other_count");
        try (table) {
            for (int m = 1; m < ended; m++) {
                for (int area = 0; area < Coast.AREAS.size(); area++) {
                    for (int species = 0; species < SPECIES.length; species++) {
                        row(table, m, area, species, draws.chance(ESCAPE_CHANCE)
                                ? draws.between(1, ESCAPE_MOST) : 0);
                    }
                }
            }
        }
        return table;
    }

    private void row(CsvTable table, int index, int area, int species, int escape) throws IOException {
        Month month = months[index][area][species];
        long opening = months[index - 1][area][species].closing;
        if (opening == 0 && month.closing == 0 && month.smolt == 0 && month.harvest == 0) {
            return;
        }
        long escaped = Math.min(escape, month.closing);
        long other = opening + month.smolt - month.harvest - month.dead - month.discarded - escaped - month.closing;
        int absolute = firstMonth + index;
        String date = LocalDate.of(absolute / 12, absolute % 12 + 1, 1).toString();
        table.text(date).integer(area + 1).text(SPECIES[species]).integer(month.closing)
                .integer(Math.round(month.biomassKg))
                .integer(month.smolt).integer(Math.round(month.feedKg)).integer(month.harvest)
                .integer(Math.round(month.harvestKg))
                .integer(month.dead).integer(month.discarded).integer(escaped).integer(other).endRow();
    }
}
