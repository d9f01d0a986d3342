package io.tidemark.ingest.generate;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Invents the companies and their groups: a few groups of several companies that farm long stretches of the coast, many of
 * one company at home in one place. The last one has signed and delivers nothing. All names are made up.
 */
final class FarmerInventor {

    private static final int SITES_EACH = 5;
    private static final int LEAST = 5;
    private static final int MOST = 29;
    /** Companies of the groups that have several, while half of the companies are left for groups of one. */
    private static final int[] LARGE_GROUPS = {4, 3, 3, 2, 2};
    private static final String[] GROUP_NAMES = {"Havblink", "Tarevik", "Nordlo", "Skjergard", "Fjordstjerna", "Ytterleia",
        "Brimfugl", "Kvitbåra", "Straumnes", "Solrenna", "Lyngholm", "Otervåg", "Måsøydrift", "Gyltesund", "Ramsvika",
        "Sildreneset", "Ternebukta", "Havgull", "Leirdypet", "Vindskjær", "Tjeldøyfisk", "Strandsild", "Brattfluene",
        "Nordastorm", "Islom", "Krossfjell", "Steinkobbe", "Havsule", "Grønnevær", "Klippfjord"};
    private static final String[] COMPANY_PLACES = {"Sør", "Vest", "Midt", "Nord", "Øst"};
    private static final String[] SYSTEMS = {"FishTalk", "Mercatus", "Havbruksloggen"};
    private static final int STANDARD_ONE_IN = 5;
    /** The company at this position delivers no feeding, as some do. */
    private static final int WITHOUT_FEED = 8;
    private static final double WEIGHS_LOSSES = 0.7;
    /** Homes of the groups: an even spread in an order that mixes south and north (steps near the golden section). */
    private static final double FIRST_HOME = 0.2;
    private static final double HOME_STEP = 0.38;
    /** A company of a large group has more sites, over a longer stretch of the coast. */
    private static final double LARGE_SIZE = 2.2;
    private static final double LARGE_REACH = 0.35;
    private static final double SMALL_REACH = 0.25;
    private static final double SIZE_SPREAD = 0.4;
    /** Days before the delivery's begin on which companies signed; the silent one signed as long before its end. */
    private static final int[] SIGNED_BEFORE = {20, 1_500};
    private static final int[] SIGNED_LATELY = {10, 60};
    /** No group of several leaves fewer groups of one than this, nor less than this share of the companies. */
    private static final int SINGLES_LEAST = 3;
    private static final double SINGLES_SHARE = 0.4;

    private FarmerInventor() {
    }

    /** How many companies deliver, for a number of sites. */
    static int delivering(int sites) {
        return Math.min(sites, Math.clamp(sites / SITES_EACH, LEAST, MOST));
    }

    /** The companies that deliver, then the one that has signed only. */
    static List<Farmer> invent(int delivering, LocalDate begin, LocalDate end, Draws draws) {
        List<Farmer> farmers = new ArrayList<>();
        int group = 0;
        for (int size : groupSizes(delivering)) {
            double home = (FIRST_HOME + group * HOME_STEP) % 1;
            for (int member = 0; member < size; member++) {
                farmers.add(company(farmers.size(), group, member, size, home, begin, draws));
            }
            group++;
        }
        LocalDate lately = end.minusDays(draws.between(SIGNED_LATELY[0], SIGNED_LATELY[1]));
        Farmer silent = company(farmers.size(), group, 0, 1, 0.5, begin, draws);
        farmers.add(new Farmer(silent.id(), silent.name(), silent.groupKey(), silent.groupName(), true, lately,
                0, silent.home(), silent.reach(), false, false, silent.system()));
        return farmers;
    }

    private static List<Integer> groupSizes(int delivering) {
        List<Integer> sizes = new ArrayList<>();
        int left = delivering;
        for (int size : LARGE_GROUPS) {
            if (left - size >= delivering * SINGLES_SHARE && left - size >= SINGLES_LEAST) {
                sizes.add(size);
                left -= size;
            }
        }
        while (left-- > 0) {
            sizes.add(1);
        }
        return sizes;
    }

    private static Farmer company(int number, int group, int member, int of, double home, LocalDate begin, Draws draws) {
        String name = GROUP_NAMES[group % GROUP_NAMES.length];
        String company = of == 1 ? name + " AS" : name + " " + COMPANY_PLACES[member % COMPANY_PLACES.length] + " AS";
        double own = of == 1 ? home : (member + 0.5) / of;
        double size = (of == 1 ? 1 : LARGE_SIZE) * draws.lognormal(1, SIZE_SPREAD);
        boolean standard = of == 1 && number % STANDARD_ONE_IN == STANDARD_ONE_IN - 1;
        return new Farmer(
                String.format(Locale.ROOT, "F%02d", number + 1), company,
                String.format(Locale.ROOT, "G%02d", group + 1), name + " gruppen", !standard,
                begin.minusDays(draws.between(SIGNED_BEFORE[0], SIGNED_BEFORE[1])),
                size, own, of == 1 ? SMALL_REACH : LARGE_REACH,
                number != WITHOUT_FEED, draws.chance(WEIGHS_LOSSES), SYSTEMS[draws.between(0, SYSTEMS.length - 1)]);
    }
}
