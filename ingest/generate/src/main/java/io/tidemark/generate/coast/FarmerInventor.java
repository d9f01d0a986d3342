package io.tidemark.generate.coast;

import static io.tidemark.generate.coast.Coast.COMPANIES;

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
        return Math.min(sites,
                Math.clamp(sites / COMPANIES.sitesEach(), COMPANIES.groupsLeast(), COMPANIES.groupsMost()));
    }

    /** The companies of the delivering groups, at most one per site, then the company that has only signed. */
    public static List<Farmer> invent(int groups, int sites, LocalDate begin, LocalDate end, Draws draws) {
        FarmerInventor inventor = new FarmerInventor(groups, sites, begin, end, draws);
        inventor.invent();
        return inventor.farmers;
    }

    private void invent() {
        int large = Math.clamp(groups / COMPANIES.groupsPerLargeOne(), 1, COMPANIES.largeShares().length);
        double left = 1;
        for (int group = 0; group < large; group++) {
            int sitesLeft = sites - farmers.size() - (groups - group - 1);
            int fewer = groups < COMPANIES.groupsForAllCompanies() ? 1 : 0;
            int companies = Math.min(COMPANIES.largeCompanies()[group] - fewer, sitesLeft);
            for (int member = 0; member < companies; member++) {
                large(group, member, companies);
            }
            left -= COMPANIES.largeShares()[group];
        }
        for (int group = large; group < groups; group++) {
            small(group, group - large, left / (groups - large));
        }
        LocalDate lately = end.minusDays(draws.between(COMPANIES.signedLately()[0], COMPANIES.signedLately()[1]));
        add(groups, "", lately, 0, 0.5, COMPANIES.smallReach(), true, begin, end, false);
    }

    private void large(int group, int member, int companies) {
        double first = COMPANIES.firstCompany();
        add(group, companies == 1 ? "" : " " + COMPANIES.companyPlaces().get(member), signed(),
                COMPANIES.largeShares()[group] * (member == 0 ? first : 1) / (companies - 1 + first),
                (member + 0.5) / companies, COMPANIES.largeReach(), true, begin, end, true);
    }

    private void small(int group, int number, double share) {
        double home = (COMPANIES.firstHome() + number * COMPANIES.homeStep()) % 1;
        double size = share * draws.lognormal(1, COMPANIES.sizeSpread());
        boolean premium = number % COMPANIES.standardOneIn() != 1;
        boolean changes = groups >= COMPANIES.groupsToComeAndGo();
        double[] beginAfter = COMPANIES.beginAfter();
        LocalDate from = changes && number < beginAfter.length ? after(beginAfter[number]) : begin;
        LocalDate until = changes && number == beginAfter.length ? after(COMPANIES.stopsAfter()) : end;
        boolean reportsFeed = !(changes && number == beginAfter.length + 1);
        add(group, "", from.equals(begin) ? signed() : from.minusDays(COMPANIES.signedBeforeBeginning()), size, home,
                COMPANIES.smallReach(), premium, from, until, reportsFeed);
    }

    private LocalDate after(double share) {
        return begin.plusDays(Math.round(share * (end.toEpochDay() - begin.toEpochDay())));
    }

    private LocalDate signed() {
        return begin.minusDays(draws.between(COMPANIES.signedBefore()[0], COMPANIES.signedBefore()[1]));
    }

    private void add(int group, String place, LocalDate signed, double size, double home, double reach, boolean premium,
            LocalDate from, LocalDate until, boolean reportsFeed) {
        List<String> names = COMPANIES.groupNames();
        List<String> ends = COMPANIES.nameEnds();
        List<String> systems = COMPANIES.systems();
        String name = names.get(group % names.size()) + ends.get(group / names.size() % ends.size());
        farmers.add(new Farmer(String.format(Locale.ROOT, "F%02d", farmers.size() + 1), name + place + " AS",
                String.format(Locale.ROOT, "G%02d", group + 1), name + " gruppen", premium, signed, size, home, reach,
                Math.toIntExact(from.toEpochDay()), Math.toIntExact(until.toEpochDay()), reportsFeed,
                draws.chance(COMPANIES.weighsLosses()), systems.get(draws.between(0, systems.size() - 1))));
    }
}
