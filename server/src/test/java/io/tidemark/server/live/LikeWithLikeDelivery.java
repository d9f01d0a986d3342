package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A year of fish whose hazard is known: so many of a million die a day, as chance has it, of each pen.
 *
 * <pre>
 * Vest (3, 4)        72 pens, of which every company has six, drawn at random: companies are labels only. 200 in area 3, 350 in area 4; of 4 kg 1.5
 *                    times as many as of 1.5 kg; in the second half of the year twice as many
 * Trøndelag (6, 7)   12 companies with two pens of 250; those of F1 have 0.8 times as many
 * Nordland (8)       F2 has nine tenths of its fish at 4 kg, where 600 die, the others a tenth; at 1 kg 200 die
 * Troms (10, 11)     F3 has nine tenths of its fish in area 10, where 600 die, the others a tenth; in area 11 200 die
 * Finnmark (12)      F4 has nine tenths of its fish in the second half of the year, when 600 die, the others in the first, when 200 die
 * </pre>
 *
 * In each of the last three F2, F3 and F4 have 0.8 times the hazard: worse in the raw figures, better in each kind of
 * fish.
 */
final class LikeWithLikeDelivery {

    /** A Monday and a Sunday, 52 weeks apart. */
    static final LocalDate BEGIN = LocalDate.of(2026, 2, 2);
    static final LocalDate END = LocalDate.of(2027, 1, 31);
    static final int COMPANIES = 12;

    private static final LocalDate HALF = BEGIN.plusWeeks(26);
    private static final int LARGE = 180_000;
    private static final int SMALL = 20_000;

    private final HandMadeDelivery delivery;
    private final Random random;
    private final Map<String, long[]> raw = new LinkedHashMap<>();
    private int sites = 10_001;

    private LikeWithLikeDelivery(Path folder, long seed) {
        delivery = new HandMadeDelivery(folder);
        random = new Random(seed);
    }

    /**
     * Writes it; gives the raw losses per fish day of F2, F3, F4 in their case and of the others there, two numbers a
     * case.
     */
    static List<double[]> write(Path folder, long seed) {
        LikeWithLikeDelivery made = new LikeWithLikeDelivery(folder, seed);
        for (int i = 1; i <= COMPANIES; i++) {
            made.delivery.farmer("F" + i, "G" + i);
        }
        made.labels();
        made.planted();
        made.byWeight();
        made.byArea();
        made.bySeason();
        made.delivery.write();
        return List.of(made.rates("F2", "weight"), made.rates("F3", "area"), made.rates("F4", "season"));
    }

    private double[] rates(String company, String story) {
        long[] own = raw.getOrDefault(story + company, new long[2]);
        long[] others = raw.getOrDefault(story, new long[2]);
        return new double[] {(double) own[0] / own[1], (double) others[0] / others[1]};
    }

    private interface Hazard {
        double on(LocalDate day);
    }

    private interface Stock {
        int on(LocalDate day);
    }

    private void labels() {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < 6 * COMPANIES; i++) {
            labels.add("F" + (1 + i % COMPANIES));
        }
        Collections.shuffle(labels, random);
        for (int i = 0; i < labels.size(); i++) {
            boolean isOld = i % 4 < 2;
            int fish = 100_000 + random.nextInt(100_000);
            double level = (i % 2 == 0 ? 200 : 350) * (isOld ? 1.5 : 1);
            pen("labels", labels.get(i), i % 2 == 0 ? 3 : 4, isOld ? "V2025" : "H2025", isOld ? "4000" : "1500",
                    day -> fish, day -> day.isBefore(HALF) ? level : 2 * level);
        }
    }

    private void planted() {
        for (int i = 0; i < 2 * COMPANIES; i++) {
            double level = i % COMPANIES == 0 ? 200 : 250;
            pen("planted", "F" + (1 + i % COMPANIES), i < COMPANIES ? 6 : 7, "V2025", "3000", day -> LARGE,
                    day -> level);
        }
    }

    private void byWeight() {
        for (int i = 1; i <= COMPANIES; i++) {
            boolean one = i == 2;
            double part = one ? 0.8 : 1;
            pen("weight", "F" + i, 8, "V2025", "4000", day -> one ? LARGE : SMALL, day -> 600 * part);
            pen("weight", "F" + i, 8, "V2025", "1000", day -> one ? SMALL : LARGE, day -> 200 * part);
        }
    }

    private void byArea() {
        for (int i = 1; i <= COMPANIES; i++) {
            boolean one = i == 3;
            double part = one ? 0.8 : 1;
            pen("area", "F" + i, 10, "V2025", "3000", day -> one ? LARGE : SMALL, day -> 600 * part);
            pen("area", "F" + i, 11, "V2025", "3000", day -> one ? SMALL : LARGE, day -> 200 * part);
        }
    }

    private void bySeason() {
        for (int i = 1; i <= COMPANIES; i++) {
            boolean one = i == 4;
            double part = one ? 0.8 : 1;
            pen("season", "F" + i, 12, "V2025", "3000", day -> day.isBefore(HALF) == one ? SMALL : LARGE,
                    day -> (day.isBefore(HALF) ? 200 : 600) * part);
        }
    }

    private void pen(String story, String company, int area, String generation, String gram, Stock stock,
            Hazard hazard) {
        String site = String.valueOf(sites++);
        delivery.site(site, area).line("reference/site_farmers.csv", "site_farmers", site + "," + company);
        boolean isStar = story.equals("weight") && company.equals("F2") || story.equals("area") && company.equals("F3")
                || story.equals("season") && company.equals("F4");
        long[] sum = raw.computeIfAbsent(isStar ? story + company : story, each -> new long[2]);
        for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
            int fish = stock.on(day);
            double mean = fish * hazard.on(day) / 1_000_000;
            // enough for the normal distribution
            int dead = (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
            delivery.line("farmers/" + company + "/stock.csv", "stock",
                    day + "," + site + ",A,C" + site + ",SAL," + fish + "," + gram + "," + generation);
            if (dead > 0) {
                delivery.line("farmers/" + company + "/losses.csv", "losses", day + "," + site + ",A,mortality,A101,"
                        + dead);
            }
            sum[0] += dead;
            sum[1] += fish;
        }
    }
}
