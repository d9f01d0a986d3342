package io.tidemark.generate.farm;

import io.tidemark.generate.coast.Coast;
import java.time.LocalDate;

/**
 * The seasons on a stretch of the coast: months of sea transfer, growth, harvest and higher mortality. They are given
 * by county, like the published statistics: Rogaland and Agder (production areas 1, 2), Vestland (3, 4), Møre og
 * Romsdal (5), Trøndelag (6, 7), Nordland (8, 9), Troms and Finnmark (10 to 13). A county is not a union of areas: the
 * borders differ a little.
 * @param county index of the county whose statistics represent the stretch, in the tables below
 */
public record AreaSeasons(int county) implements UnitDay.Months {

    private static final int MONTHS = 12;
    /** The index of the county whose statistics represent each production area, in the tables below. */
    private static final int[] COUNTY_OF_AREA = {0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5};

    /**
     * Smolt transferred to sea, per cent of the year by month: the Directorate of Fisheries' biomass statistics by
     * county, salmon, January 2018 to February 2023, the mean of each month.
     */
    private static final double[][] SMOLT = {
        {0.0, 0.5, 2.0, 5.7, 1.2, 5.6, 3.0, 22.3, 23.2, 25.4, 8.6, 2.6},
        {1.6, 0.6, 10.1, 18.8, 7.7, 6.3, 3.7, 10.9, 15.0, 15.3, 6.0, 3.9},
        {5.2, 3.2, 4.4, 14.3, 15.0, 13.1, 5.2, 14.0, 12.0, 8.2, 2.0, 3.3},
        {7.0, 1.0, 3.3, 13.9, 13.6, 7.0, 9.1, 14.5, 14.3, 6.2, 3.6, 6.6},
        {1.2, 0.1, 0.3, 7.0, 20.1, 6.3, 7.1, 17.7, 13.9, 12.2, 7.8, 6.4},
        {1.0, 0.0, 0.8, 7.0, 19.0, 11.5, 11.7, 13.7, 7.6, 11.2, 9.0, 7.5}};
    /**
     * Growth and feed by month, relative to the result of weight and temperature: our choice, to meet the feed of the
     * same statistics.
     */
    private static final double[][] GROWTH = {
        {1.02, 1.00, 0.98, 0.99, 0.95, 0.90, 0.88, 0.89, 0.90, 0.95, 1.02, 1.02},
        {1.08, 1.06, 0.97, 0.97, 0.94, 0.88, 0.95, 1.03, 1.02, 1.02, 1.06, 1.08},
        {1.07, 1.13, 1.05, 1.05, 0.94, 0.81, 0.89, 1.02, 1.07, 1.12, 1.12, 1.05},
        {1.13, 1.26, 1.15, 1.03, 0.92, 0.82, 0.87, 0.97, 1.04, 1.10, 1.12, 1.08},
        {1.17, 1.23, 1.08, 0.91, 0.88, 0.92, 1.02, 1.15, 1.18, 1.20, 1.18, 1.12},
        {1.07, 1.08, 0.96, 0.80, 0.78, 0.87, 1.01, 1.10, 1.13, 1.17, 1.13, 1.06}};
    /**
     * Daily chance by month that the harvest of a site with fish of harvest weight begins: our choice, to meet the
     * harvest of the same statistics.
     */
    private static final double[][] HARVEST_PACE = {
        {0.011, 0.016, 0.034, 0.081, 0.300, 0.300, 0.052, 0.021, 0.022, 0.021, 0.020, 0.014},
        {0.025, 0.036, 0.071, 0.104, 0.132, 0.113, 0.038, 0.012, 0.010, 0.014, 0.016, 0.020},
        {0.044, 0.085, 0.125, 0.287, 0.300, 0.300, 0.060, 0.020, 0.013, 0.005, 0.003, 0.010},
        {0.008, 0.019, 0.061, 0.103, 0.123, 0.159, 0.109, 0.041, 0.017, 0.012, 0.010, 0.008},
        {0.014, 0.019, 0.029, 0.066, 0.204, 0.248, 0.099, 0.043, 0.022, 0.013, 0.010, 0.010},
        {0.018, 0.041, 0.082, 0.149, 0.130, 0.057, 0.034, 0.034, 0.026, 0.017, 0.013, 0.011}};
    /**
     * Everyday losses and diseases by month, relative to {@code BiologyParameters.Losses}: our choice, to meet the dead
     * fish by month of the same statistics.
     */
    private static final double[][] LOSSES = {
        {0.56, 0.62, 1.22, 1.08, 0.74, 1.55, 1.01, 1.94, 0.91, 0.54, 0.70, 1.13},
        {0.76, 0.82, 1.43, 1.67, 0.91, 1.11, 1.24, 1.05, 0.48, 0.42, 0.90, 1.20},
        {0.71, 1.00, 1.86, 1.85, 0.63, 0.65, 1.13, 0.90, 0.62, 0.37, 1.04, 1.26},
        {0.62, 0.92, 1.12, 1.96, 1.39, 0.65, 1.40, 1.32, 0.75, 0.41, 0.63, 0.82},
        {0.59, 0.70, 1.51, 1.84, 2.18, 1.10, 0.59, 0.89, 0.42, 0.48, 0.79, 0.91},
        {0.52, 0.71, 1.97, 2.65, 1.95, 1.19, 0.30, 0.51, 0.47, 0.39, 0.54, 0.81}};

    /** The seasons of a production area. */
    public static AreaSeasons of(Coast.Area area) {
        return new AreaSeasons(COUNTY_OF_AREA[area.id() - 1]);
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
        double[] shares = SMOLT[county];
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
        return GROWTH[county][month - 1];
    }

    /** Daily chance in a month (1 to 12) that the harvest of a site with fish of harvest weight begins. */
    double harvestPace(int month) {
        return HARVEST_PACE[county][month - 1];
    }

    /** Everyday losses and diseases of a month (1 to 12), relative to the year's mean. */
    @Override
    public double losses(int month) {
        return LOSSES[county][month - 1];
    }
}
