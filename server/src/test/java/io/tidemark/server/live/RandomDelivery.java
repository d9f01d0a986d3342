package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/**
 * Eight companies in six groups on thirty sites of five production areas and on land, each site with fish in some
 * stretches of 26 months, by a seed; and the rows that were written, for counting them over. Companies follow each
 * other on a site. Generations, weights, temperatures and the feed given change with the stretch. In Midt there are
 * fish of four groups, in Nord of three, so that it often hangs on one group whether a value is published. Some units
 * are then reported empty for a while; feed is reported on some days only, in some stretches of 0.
 */
final class RandomDelivery {

    /** The day before is the last of the data, early in a month. */
    static final LocalDate TODAY = LocalDate.of(2026, 7, 4);
    static final LocalDate BEGIN = LocalDate.of(2024, 5, 6);
    static final LocalDate END = TODAY.minusDays(1);

    private static final int SITES = 30;
    private static final int[] AREAS = {3, 3, 4, 4, 6, 7, 7, 9};
    private static final String[] CAUSES = {"A101", "B101", "C201", "E101"};
    /** Their groups, in order. */
    private static final List<String> GROUPS = List.of("G1", "G1", "G2", "G2", "G3", "G4", "G5", "G6");
    /** The companies with fish in a region, by their places in the list of groups. */
    private static final Map<String, int[]> COMPANIES = Map.of("", new int[] {0, 2, 4, 5, 7},
            "Sør", new int[] {0, 1, 2, 3, 4, 5, 6, 7}, "Midt", new int[] {2, 3, 4, 5, 6}, "Nord", new int[] {0, 6, 7});

    /**
     * A unit's day: each site has one unit, of one company at a time.
     *
     * @param area    production area; 0 on land
     * @param fish    fish at its start; 0 when the unit is reported empty
     * @param fed     whether feed was reported
     * @param feedKg  how much; 0 too when none was reported
     * @param degrees the site's temperature, rounded down
     * @param dead    fish found dead
     */
    record Row(LocalDate date, String site, String group, int area, int fish, int gram, String generation, boolean fed,
            int feedKg, int degrees, int dead) {

        boolean offshore() {
            return area > 0;
        }

        String region() {
            return regionOf(area);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    private final HandMadeDelivery delivery;
    private final Random random;

    private RandomDelivery(Path folder, long seed) {
        delivery = new HandMadeDelivery(folder);
        random = new Random(seed);
    }

    /** Writes a delivery to a folder. */
    static RandomDelivery write(Path folder, long seed) {
        RandomDelivery made = new RandomDelivery(folder, seed);
        groups().forEach(made.delivery::farmer);
        for (int i = 0; i < SITES; i++) {
            String site = String.valueOf(20_001 + i);
            made.delivery.shared(site, groups().keySet().toArray(String[]::new));
            // on land the last three
            int area = i < SITES - 3 ? AREAS[i % AREAS.length] : 0;
            if (area > 0) {
                made.delivery.site(site, area);
            } else {
                made.delivery.line("authority/site.csv", "site", site + ",Site " + site + ",62.5,6.25,onshore,,,,");
            }
            // three groups begin at once, the others after a month in which each of these has two others beside it
            made.stock(site, area, i < 3 ? 2 * i : i / AREAS.length,
                    i < 3 ? BEGIN : BEGIN.plusDays(31 + made.random.nextInt(40)));
        }
        for (LocalDate month = BEGIN.withDayOfMonth(1); month.isBefore(END); month = month.plusMonths(1)) {
            for (int area : new int[] {3, 6, 9, 11}) {
                made.delivery.line("authority/authority_month.csv", "authority_month",
                        month + "," + area + ",SAL,900000,5000000,0,0,0,0,9000,1000,0,0");
            }
        }
        made.delivery.write();
        return made;
    }

    private void stock(String site, int area, int first, LocalDate begin) {
        int[] companies = Objects.requireNonNull(COMPANIES.get(regionOf(area)));
        int company = companies[first % companies.length];
        LocalDate day = begin;
        while (!day.isAfter(END)) {
            day = stretch(site, area, company, day).plusDays(random.nextInt(random.nextBoolean() ? 3 : 30));
            if (random.nextInt(3) == 0) {
                company = companies[random.nextInt(companies.length)];
            }
        }
    }

    /** Days of the same fish; the first day after them. */
    private LocalDate stretch(String site, int area, int company, LocalDate begin) {
        String farmer = "F" + (company + 1);
        String generation = random.nextBoolean() ? "V2025" : "H2025";
        int gram = 200 + 100 * random.nextInt(40);
        int degrees = 6 + random.nextInt(3);
        int appetite = random.nextInt(5) == 0 ? 0 : 5 + random.nextInt(20);
        int full = 10 + random.nextInt(80);
        int all = full + (random.nextInt(4) == 0 ? 1 + random.nextInt(30) : 0);
        for (int i = 0; i < all && !begin.plusDays(i).isAfter(END); i++) {
            LocalDate day = begin.plusDays(i);
            int fish = i < full ? 1000 : 0;
            boolean fed = random.nextInt(10) < 4;
            int kilograms = fed && fish > 0 && appetite > 0 && random.nextInt(6) > 0 ? appetite + random.nextInt(5) : 0;
            delivery.stock(farmer, site, day, day, fish, String.valueOf(gram), generation);
            delivery.temperature(farmer, site, day, degrees + ".5", 1);
            if (fed) {
                delivery.line("farmers/" + farmer + "/feeding.csv", "feeding", day + "," + site + ",A," + kilograms);
            }
            int dead = 0;
            if (fish > 0 && random.nextInt(3) == 0) {
                int lost = 1 + random.nextInt(9);
                boolean culled = random.nextInt(4) == 0;
                delivery.loss(farmer, site, day, culled ? "culling" : "mortality",
                        CAUSES[random.nextInt(CAUSES.length)], lost);
                dead = culled ? 0 : lost;
            }
            rows.add(new Row(day, site, GROUPS.get(company), area, fish, gram, generation, fed, kilograms, degrees,
                    dead));
        }
        return begin.plusDays(all);
    }

    /** The region of a production area, as the authority has them; empty on land. */
    private static String regionOf(int area) {
        return area == 0 ? "" : area <= 5 ? "Sør" : area <= 7 ? "Midt" : "Nord";
    }

    /** All rows. */
    List<Row> rows() {
        return Collections.unmodifiableList(rows);
    }

    /** The group of each company. */
    static Map<String, String> groups() {
        Map<String, String> groups = new TreeMap<>();
        for (int i = 0; i < GROUPS.size(); i++) {
            groups.put("F" + (i + 1), GROUPS.get(i));
        }
        return groups;
    }
}
