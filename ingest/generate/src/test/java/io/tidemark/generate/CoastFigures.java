package io.tidemark.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Monthly figures of the coast by county: those of the authority's files, or of a generated coast. */
final class CoastFigures {

    static final List<String> COUNTIES = List.of("Rogaland and Agder (1, 2)", "Vestland (3, 4)", "Møre og Romsdal (5)",
            "Trøndelag (6, 7)", "Nordland (8, 9)", "Troms and Finnmark (10–13)");
    /** What stands for all counties together. */
    static final int COUNTRY = 6;
    private static final int MONTHS = 12;

    /** A figure of a month. */
    enum Figure {
        SMOLT("smolt to sea", "UTSETT_SMOLT_STK", "smolt_count"),
        BIOMASS("biomass at the month's end", "BIOMASSE_KG", "biomass_kg"),
        FEED("feed", "FORFORBRUK_KG", "feed_kg"),
        HARVEST("fish harvested", "UTTAK_STK", "harvest_count"),
        LOSSES("dead fish", "DØDFISK_STK", "dead_count"),
        STOCK("fish at the month's end", "BEHFISK_STK", "closing_count");

        private final String title;
        private final String published;
        private final String canonical;

        Figure(String title, String published, String canonical) {
            this.title = title;
            this.published = published;
            this.canonical = canonical;
        }

        /** Column of the authority's file. */
        String published() {
            return published;
        }

        /** Column of the canonical table. */
        String canonical() {
            return canonical;
        }

        String title() {
            return title;
        }
    }

    /** A month of one county and figure. */
    private record Key(Figure figure, int county, int year, int month) {
    }

    private final Map<Key, Double> sums = new HashMap<>();

    /** Adds to a county's figure of a month (1 to 12) of a year. */
    void add(Figure figure, int county, int year, int month, double value) {
        sums.merge(new Key(figure, county, year, month), value, Double::sum);
    }

    /** Mean of a month over its years; the country's is that of its counties added up. */
    private double mean(Figure figure, int county, int month) {
        if (county == COUNTRY) {
            return IntStream.range(0, COUNTRY).mapToDouble(each -> mean(figure, each, month)).sum();
        }
        return sums.entrySet().stream()
                .filter(e -> e.getKey().figure() == figure && e.getKey().county() == county
                && e.getKey().month() == month)
                .mapToDouble(Map.Entry::getValue).average().orElse(0);
    }

    /** Each month's share of the year in per cent. */
    List<Double> shares(Figure figure, int county) {
        double year = 0;
        for (int m = 0; m < MONTHS; m++) {
            year += mean(figure, county, m + 1);
        }
        List<Double> shares = new ArrayList<>();
        for (int m = 0; m < MONTHS; m++) {
            shares.add(100 * mean(figure, county, m + 1) / year);
        }
        return shares;
    }

    /** Dead fish of a mean year against the mean stock at the months' ends, in per cent. */
    double yearlyLoss(int county) {
        double dead = 0;
        double stock = 0;
        for (int m = 0; m < MONTHS; m++) {
            dead += mean(Figure.LOSSES, county, m + 1);
            stock += mean(Figure.STOCK, county, m + 1);
        }
        return 100 * dead / (stock / MONTHS);
    }

    /** Feed of a month (1 to 12) in per cent of the biomass at its end, a day. */
    double feedRate(int county, int month) {
        return 100 * mean(Figure.FEED, county, month) / mean(Figure.BIOMASS, county, month) / (365.25 / MONTHS);
    }
}
