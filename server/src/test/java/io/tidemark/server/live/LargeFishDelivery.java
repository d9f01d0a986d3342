package io.tidemark.server.live;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;

/**
 * Fish of which the more die the heavier they are, whoever has them: 100 and 60 for each kilogram, of a million a day,
 * as chance has it. In Vest (3) F1 has large fish alone, and eleven companies have small ones, of so many weights that
 * all of them lie in one atom with F1's. In Trøndelag (6, 7) every company has four sites of any weight: companies are
 * labels only. The first year is that of which weight_rate is made.
 */
final class LargeFishDelivery {

    static final int COMPANIES = 12;
    /** A Monday after twelve whole months, and a Sunday: what is compared. */
    static final LocalDate FROM = LocalDate.of(2026, 1, 5);
    static final LocalDate END = LocalDate.of(2026, 3, 29);

    private static final LocalDate BEGIN = LocalDate.of(2025, 1, 1);
    private static final int[] SMALL = {250, 750, 1250, 1750};
    private static final int[] LARGE = {4250, 4750};
    private static final int SITES = 4;

    private final HandMadeDelivery delivery;
    private final Random random;
    private int sites = 10_001;

    private LargeFishDelivery(Path folder, long seed) {
        delivery = new HandMadeDelivery(folder);
        random = new Random(seed);
    }

    static Path write(Path folder, long seed) {
        LargeFishDelivery made = new LargeFishDelivery(folder, seed);
        for (int i = 1; i <= COMPANIES; i++) {
            made.delivery.farmer("F" + i, "G" + i);
            if (i > 1) {
                made.pen(i, 3, SMALL[i % SMALL.length]);
            }
        }
        for (int gram : LARGE) {
            made.pen(1, 3, gram);
        }
        for (int site = 0; site < SITES * COMPANIES; site++) {
            int kind = made.random.nextInt(SMALL.length + LARGE.length);
            made.pen(1 + site % COMPANIES, 6 + site % 2,
                    kind < SMALL.length ? SMALL[kind] : LARGE[kind - SMALL.length]);
        }
        return made.delivery.write();
    }

    private void pen(int company, int area, int gram) {
        String site = String.valueOf(sites++);
        int fish = 150_000 + random.nextInt(100_000);
        double mean = fish * (100 + 60 * gram / 1000.0) / 1_000_000;
        delivery.site(site, area).line("reference/site_farmers.csv", "site_farmers", site + ",F" + company)
                .stock("F" + company, site, BEGIN, END, fish, String.valueOf(gram), "V2025");
        for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
            // enough for the normal distribution
            int dead = (int) Math.max(1, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
            delivery.loss("F" + company, site, day, "mortality", "A101", dead);
        }
    }
}
