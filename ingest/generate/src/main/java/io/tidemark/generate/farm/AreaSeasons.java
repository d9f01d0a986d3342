package io.tidemark.generate.farm;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import io.tidemark.generate.coast.Coast;
import java.time.LocalDate;

/**
 * The seasons on a stretch of the coast: months of sea transfer, growth, harvest and higher mortality. They are given
 * by county, like the published statistics: Rogaland and Agder (production areas 1, 2), Vestland (3, 4), Møre og
 * Romsdal (5), Trøndelag (6, 7), Nordland (8, 9), Troms and Finnmark (10 to 13). A county is not a union of areas: the
 * borders differ a little.
 * @param county index of the county whose statistics represent the stretch, in seasons.yaml
 */
public record AreaSeasons(int county) implements UnitDay.Months {

    private static final int MONTHS = 12;
    private static final Tables TABLES = YamlResource.read(AreaSeasons.class, "seasons.yaml", new TypeReference<>() {});

    /** The numbers of seasons.yaml: the county of each production area, and by county and month all else. */
    @SuppressWarnings("ArrayRecordComponent") // read in the innermost loops and written by nobody
    private record Tables(int[] countyOfArea, double[][] smolt, double[][] growth, double[][] harvestPace,
            double[][] losses) {}

    /** The seasons of a production area. */
    public static AreaSeasons of(Coast.Area area) {
        return new AreaSeasons(TABLES.countyOfArea()[area.id() - 1]);
    }

    /**
     * The day of a sea transfer: the first day, from the earliest one on, with the drawn place in the year. Every place
     * in the year occurs once in any twelve months, so the months get their shares whatever the earliest day is.
     *
     * @param place place in the year, 0 to 1: the share of a year's smolt transferred before
     */
    int transferDay(double place, int earliest) {
        int year = LocalDate.ofEpochDay(earliest).getYear();
        int day = dayOfShare(place, year);
        return day >= earliest ? day : dayOfShare(place, year + 1);
    }

    private int dayOfShare(double place, int year) {
        double[] shares = TABLES.smolt()[county];
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        double left = place * sum;
        int month = 0;
        while (month < MONTHS - 1 && left >= shares[month]) {
            left -= shares[month++];
        }
        LocalDate first = LocalDate.of(year, month + 1, 1);
        int length = first.lengthOfMonth();
        int day = shares[month] > 0 ? (int) (left / shares[month] * length) : 0;
        return Math.toIntExact(first.toEpochDay()) + Math.min(day, length - 1);
    }

    /** Growth and feed of a month (1 to 12), relative to the result of weight and temperature. */
    @Override
    public double growth(int month) {
        return TABLES.growth()[county][month - 1];
    }

    /** Daily chance in a month (1 to 12) that the harvest of a site with fish of harvest weight begins. */
    double harvestPace(int month) {
        return TABLES.harvestPace()[county][month - 1];
    }

    /** Everyday losses and diseases of a month (1 to 12), relative to the year's mean. */
    @Override
    public double losses(int month) {
        return TABLES.losses()[county][month - 1];
    }
}
