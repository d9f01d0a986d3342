package io.tidemark.generate.coast;

import io.tidemark.generate.biology.Draws;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Invents the companies and their groups: a few very large groups, each with companies for stretches of the whole
 * coast, and many small ones at home in one or two production areas. Some companies begin to deliver late, one stops,
 * one reports no feed, and the last one has signed and delivers nothing. All names are made up.
 */
public final class FarmerInventor {

    /** Sites per group if the number of groups is not given, and the limits of that number. Our choice. */
    private static final int SITES_EACH = 12;
    private static final int MIN = 5;
    private static final int MAX = 80;
    /**
     * Shares of the very large groups, at least one, and one for each {@link #GROUPS_FOR_A_LARGE_ONE} groups. The
     * listed companies have about 51 % of the harvest, the largest 20 % (Salmon Farming Industry Handbook 2020, page
     * 48); the shares between them are our choice.
     */
    private static final double[] LARGE_SHARES = {0.19, 0.12, 0.10, 0.06, 0.05};
    private static final int GROUPS_FOR_A_LARGE_ONE = 4;
    /** Number of companies of each large group, each for a stretch of the coast; one less if there are few groups. */
    private static final int[] LARGE_COMPANIES = {4, 3, 3, 2, 2};
    private static final int GROUPS_FOR_ALL_COMPANIES = 12;
    /** Size of a group's first company relative to its others. */
    private static final double FIRST_COMPANY = 2;
    private static final String[] GROUP_NAMES = {"Havblink", "Tarevik", "Nordlo", "Skjergard", "Fjordstjerna",
        "Ytterleia", "Brimfugl", "Kvitbåra", "Straumnes", "Solrenna", "Lyngholm", "Otervåg", "Måsøydrift", "Gyltesund",
        "Ramsvika", "Sildreneset", "Ternebukta", "Havgull", "Leirdypet", "Vindskjær", "Tjeldøyfisk", "Strandsild",
        "Brattfluene", "Nordastorm", "Islom", "Krossfjell", "Steinkobbe", "Havsule", "Grønnevær", "Klippfjord"};
    /** Suffixes of the names from the thirty-first group on. */
    private static final String[] NAME_ENDS = {"", " Laks", " Havbruk", " Sjøfarm"};
    private static final String[] COMPANY_PLACES = {"Sør", "Vest", "Midt", "Nord", "Øst"};
    private static final String[] SYSTEMS = {"FishTalk", "Mercatus", "Havbruksloggen"};
    private static final int STANDARD_ONE_IN = 5;
    private static final double WEIGHS_LOSSES = 0.7;
    /**
     * Homes of the small groups: spread evenly, in an order that mixes south and north (steps near the golden section).
     */
    private static final double FIRST_HOME = 0.2;
    private static final double HOME_STEP = 0.381966;
    /**
     * Distance from home at which a company farms, as a share of the coast: a stretch of it, or an area and parts of
     * its neighbours.
     */
    private static final double LARGE_REACH = 0.30;
    private static final double SMALL_REACH = 0.07;
    /** Spread (of the logarithm) of the sizes of small groups. */
    private static final double SIZE_SPREAD = 0.5;
    /** Days from signing to the delivery's begin; for the silent company, to its end. */
    private static final int[] SIGNED_BEFORE = {20, 1_500};
    private static final int[] SIGNED_LATELY = {10, 60};
    /**
     * Number of groups from which some come and go: two begin after these shares of the days, one stops after the last.
     */
    private static final int GROUPS_TO_COME_AND_GO = 12;
    private static final double[] BEGIN_AFTER = {0.2, 0.45};
    private static final double STOPS_AFTER = 0.75;
    private static final int SIGNED_BEFORE_BEGINNING = 30;

    private final int groups;
    private final int sites;
    private final LocalDate begin;
    private final LocalDate end;
    private final Draws draws;
    private final List<Farmer> farmers = new ArrayList<>();

    private FarmerInventor(int groups, int sites, LocalDate begin, LocalDate end, Draws draws) {
        this.groups = groups;
        this.sites = sites;
        this.begin = begin;
        this.end = end;
        this.draws = draws;
    }

    /** The number of groups for a number of sites. */
    public static int groups(int sites) {
        return Math.min(sites, Math.clamp(sites / SITES_EACH, MIN, MAX));
    }

    /** The companies of the delivering groups, at most one per site, then the company that has only signed. */
    public static List<Farmer> invent(int groups, int sites, LocalDate begin, LocalDate end, Draws draws) {
        FarmerInventor inventor = new FarmerInventor(groups, sites, begin, end, draws);
        inventor.invent();
        return inventor.farmers;
    }

    private void invent() {
        int large = Math.clamp(groups / GROUPS_FOR_A_LARGE_ONE, 1, LARGE_SHARES.length);
        double left = 1;
        for (int group = 0; group < large; group++) {
            int sitesLeft = sites - farmers.size() - (groups - group - 1);
            int companies = Math.min(LARGE_COMPANIES[group] - (groups < GROUPS_FOR_ALL_COMPANIES ? 1 : 0), sitesLeft);
            for (int member = 0; member < companies; member++) {
                large(group, member, companies);
            }
            left -= LARGE_SHARES[group];
        }
        for (int group = large; group < groups; group++) {
            small(group, group - large, left / (groups - large));
        }
        LocalDate lately = end.minusDays(draws.between(SIGNED_LATELY[0], SIGNED_LATELY[1]));
        add(groups, "", lately, 0, 0.5, SMALL_REACH, true, begin, end, false);
    }

    private void large(int group, int member, int companies) {
        add(group, companies == 1 ? "" : " " + COMPANY_PLACES[member], signed(),
                LARGE_SHARES[group] * (member == 0 ? FIRST_COMPANY : 1) / (companies - 1 + FIRST_COMPANY),
                (member + 0.5) / companies, LARGE_REACH, true, begin, end, true);
    }

    private void small(int group, int number, double share) {
        double home = (FIRST_HOME + number * HOME_STEP) % 1;
        double size = share * draws.lognormal(1, SIZE_SPREAD);
        boolean premium = number % STANDARD_ONE_IN != 1;
        boolean changes = groups >= GROUPS_TO_COME_AND_GO;
        LocalDate from = changes && number < BEGIN_AFTER.length ? after(BEGIN_AFTER[number]) : begin;
        LocalDate until = changes && number == BEGIN_AFTER.length ? after(STOPS_AFTER) : end;
        boolean reportsFeed = !(changes && number == BEGIN_AFTER.length + 1);
        add(group, "", from.equals(begin) ? signed() : from.minusDays(SIGNED_BEFORE_BEGINNING), size, home,
                SMALL_REACH, premium, from, until, reportsFeed);
    }

    private LocalDate after(double share) {
        return begin.plusDays(Math.round(share * (end.toEpochDay() - begin.toEpochDay())));
    }

    private LocalDate signed() {
        return begin.minusDays(draws.between(SIGNED_BEFORE[0], SIGNED_BEFORE[1]));
    }

    private void add(int group, String place, LocalDate signed, double size, double home, double reach, boolean premium,
            LocalDate from, LocalDate until, boolean reportsFeed) {
        String name = GROUP_NAMES[group % GROUP_NAMES.length]
                + NAME_ENDS[group / GROUP_NAMES.length % NAME_ENDS.length];
        farmers.add(new Farmer(String.format(Locale.ROOT, "F%02d", farmers.size() + 1), name + place + " AS",
                String.format(Locale.ROOT, "G%02d", group + 1), name + " gruppen", premium, signed, size, home, reach,
                Math.toIntExact(from.toEpochDay()), Math.toIntExact(until.toEpochDay()), reportsFeed,
                draws.chance(WEIGHS_LOSSES), SYSTEMS[draws.between(0, SYSTEMS.length - 1)]));
    }
}
