package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Eight companies in six groups on eighteen sites of five production areas and on land, each with fish in some stretches of half
 * a year, by a seed; and the rows that were written, for counting them over. Generations, weights and temperatures change with the
 * site and the time. Feed is reported on some days only.
 */
final class RandomDelivery {

    /** The last day of the data, which ends a month. */
    static final LocalDate TODAY = LocalDate.of(2026, 6, 30);

    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 1);
    private static final int[] AREAS = {3, 4, 6, 7, 9};
    private static final int SITES = 18;
    /** Their groups, in order. */
    private static final List<String> GROUPS = List.of("G1", "G1", "G2", "G2", "G3", "G4", "G5", "G6");

    /**
     * Fish of one company at one site on one day.
     *
     * @param area    production area; 0 on land
     * @param fed     whether feed was reported, of more than nothing
     * @param degrees the site's temperature
     */
    record Row(LocalDate date, String site, String group, int area, int gram, String generation, boolean fed, int degrees) {

        boolean offshore() {
            return area > 0;
        }

        /** The region of the area, as the authority has them; empty on land. */
        String region() {
            return area == 0 ? "" : area <= 5 ? "Sør" : area <= 7 ? "Midt" : "Nord";
        }
    }

    private final List<Row> rows = new ArrayList<>();

    /** Writes a delivery to a folder. */
    static RandomDelivery write(Path folder, long seed) {
        Random random = new Random(seed);
        RandomDelivery made = new RandomDelivery();
        HandMadeDelivery delivery = new HandMadeDelivery(folder);
        for (int i = 0; i < GROUPS.size(); i++) {
            delivery.farmer("F" + (i + 1), GROUPS.get(i));
        }
        for (int i = 0; i < SITES; i++) {
            String site = String.valueOf(20_001 + i);
            // on land the last three
            int area = i < SITES - 3 ? AREAS[random.nextInt(AREAS.length)] : 0;
            if (area > 0) {
                delivery.site(site, area);
            } else {
                delivery.line("authority/site.csv", "site", site + ",Site " + site + ",62.5,6.25,onshore,,,,");
            }
            // two sites begin at once, the others after a month in which nothing can be published
            LocalDate begin = i < 2 ? BEGIN : BEGIN.plusDays(31 + random.nextInt(40));
            made.stock(delivery, random, site, area, random.nextInt(GROUPS.size()), begin);
        }
        delivery.write();
        return made;
    }

    private void stock(HandMadeDelivery delivery, Random random, String site, int area, int company, LocalDate begin) {
        String farmer = "F" + (company + 1);
        LocalDate day = begin;
        while (!day.isAfter(TODAY)) {
            String generation = random.nextBoolean() ? "V2025" : "H2025";
            int gram = 200 + 100 * random.nextInt(40);
            int degrees = 6 + random.nextInt(3);
            LocalDate end = day.plusDays(10 + random.nextInt(80));
            for (; !day.isAfter(end) && !day.isAfter(TODAY); day = day.plusDays(1)) {
                boolean fed = random.nextInt(10) < 4;
                delivery.stock(farmer, site, day, day, 1000, String.valueOf(gram), generation);
                delivery.temperature(farmer, site, day, degrees + ".5", 1);
                if (fed) {
                    delivery.line("farmers/" + farmer + "/feeding.csv", "feeding", day + "," + site + ",A,10");
                }
                if (random.nextInt(3) == 0) {
                    delivery.loss(farmer, site, day, random.nextInt(4) == 0 ? "culling" : "mortality",
                            random.nextBoolean() ? "A101" : "B101", 1 + random.nextInt(9));
                }
                rows.add(new Row(day, site, GROUPS.get(company), area, gram, generation, fed, degrees));
            }
            day = day.plusDays(random.nextInt(30));
        }
    }

    /** All rows. */
    List<Row> rows() {
        return rows;
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
