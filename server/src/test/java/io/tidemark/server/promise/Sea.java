package io.tidemark.server.promise;

import io.tidemark.server.live.HandMadeDelivery;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A random sea of eight companies, each its own group, of which F1 has most sites: enough for tenths and quarters. Some
 * sites are shared by two. Every stock is of 100,000 fish of 2000 g, and its losses and its feed are other ones each
 * month.
 */
final class Sea {

    static final YearMonth FIRST = YearMonth.of(2026, 1);
    static final int FISH = 100_000;
    private static final int COMPANIES = 8;
    private static final int SITES = 110;
    private static final int MONTHS = 5;
    /** On so many days of a month a stock is fed at that degree. */
    private static final Map<Integer, Integer> FED = Map.of(8, 2, 9, 1);
    private static final List<Integer> AREAS = List.of(3, 4, 4, 6, 7, 1);

    private final List<Stock> stocks = new ArrayList<>();
    private final Map<String, String> groups = new TreeMap<>();
    private final List<UnitDay> fed = new ArrayList<>();
    private int deliveries;

    /** The fish of a company at a site, with its losses by month, from the first on. */
    record Stock(String site, int area, String company, int fish, boolean isShared, int[] lost) {

        Member member() {
            return new Member(site, company);
        }

        double rate(YearMonth month) {
            return lost[month.getMonthValue() - 1] / (double) fish;
        }
    }

    /**
     * A day on which a stock was fed.
     *
     * @param feed kilograms; no other day has as many
     */
    record UnitDay(String company, String site, String region, LocalDate date, int degrees, int feed) {

        /** Percent of body weight. */
        double rate() {
            return feed / (FISH * 2 / 100.0);
        }

        YearMonth month() {
            return YearMonth.from(date);
        }

        @Override
        public String toString() {
            return company + "/" + site + "/" + date;
        }
    }

    Sea(long seed) {
        Random random = new Random(seed);
        for (int i = 1; i <= COMPANIES; i++) {
            groups.put("F" + i, "G" + i);
        }
        for (int n = 1; n <= SITES; n++) {
            int owner = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(COMPANIES);
            int area = AREAS.get(random.nextInt(AREAS.size()));
            boolean isShared = random.nextInt(8) == 0;
            stocks.add(new Stock(String.valueOf(10_000 + n), area, "F" + owner, FISH, isShared, new int[MONTHS]));
            if (isShared) {
                stocks.add(new Stock(String.valueOf(10_000 + n), area, "F" + (owner % COMPANIES + 1), FISH, true,
                        new int[MONTHS]));
            }
        }
        // a company, or an area, that has a good or a bad month puts its sites side by side
        for (int month = 0; month < MONTHS; month++) {
            Map<String, Double> luck = new HashMap<>();
            for (Stock stock : stocks) {
                double level = luck.computeIfAbsent(stock.company, _ -> random.nextGaussian() * 0.4)
                        + luck.computeIfAbsent("area " + stock.area, _ -> random.nextGaussian() * 0.4);
                stock.lost[month] = (int) Math.min(20_000,
                        Math.round(800 * Math.exp(level + random.nextGaussian() * 0.7)));
            }
        }
        feed(random);
    }

    private void feed(Random random) {
        Map<Integer, Boolean> used = new HashMap<>();
        for (int month = 0; month < MONTHS; month++) {
            Map<String, Double> luck = new HashMap<>();
            // two companies at a site would have two temperatures
            for (Stock stock : stocks(stock -> !stock.isShared)) {
                double level = 1500 + 300 * luck.computeIfAbsent(stock.company, _ -> random.nextGaussian());
                int first = 1 + random.nextInt(20);
                for (int degrees : FED.keySet().stream().sorted().toList()) {
                    for (int day = 0; day < Objects.requireNonNull(FED.get(degrees)) + random.nextInt(2); day++) {
                        int feed = (int) Math.max(50, Math.round(level + 200 * random.nextGaussian()));
                        while (used.putIfAbsent(feed, true) != null) {
                            feed++;
                        }
                        // nine degrees are rare north of area 5: few companies have them in a month
                        if (degrees == 8 || stock.area < 6 || stock.company.compareTo("F4") < 0) {
                            fed.add(new UnitDay(stock.company, stock.site, stock.area < 6 ? "Sør" : "Midt",
                                    FIRST.plusMonths(month).atDay(first + (degrees == 8 ? 0 : 4) + day), degrees,
                                    feed));
                        }
                    }
                }
            }
        }
    }

    List<Stock> stocks(Predicate<Stock> wanted) {
        return stocks.stream().filter(wanted).toList();
    }

    /** The groups of the companies as they are now. */
    Map<String, String> groups() {
        return Map.copyOf(groups);
    }

    /** A company is of another group from now on, or of none. */
    void regroup(String company, String group) {
        groups.put(company, group);
    }

    /** It is no more. */
    void leave(String company) {
        groups.remove(company);
        stocks.removeIf(stock -> stock.company.equals(company));
    }

    /** A company has one fish, from now on, on a third of the sites that are others' alone. */
    void addFish(String company) {
        List<Integer> sites = stocks.stream().map(stock -> Integer.parseInt(stock.site)).distinct()
                .filter(site -> site % 3 == 0).toList();
        for (int number : sites) {
            String site = String.valueOf(number);
            List<Stock> there = stocks(stock -> stock.site.equals(site));
            if (there.stream().noneMatch(stock -> stock.company.equals(company))) {
                stocks.add(new Stock(site, there.getFirst().area, company, 1, true, new int[MONTHS]));
            }
        }
    }

    /** The unit-days of stocks between two months. */
    List<UnitDay> fed(Predicate<Stock> wanted, YearMonth from, YearMonth to) {
        List<Member> members = stocks(wanted).stream().map(Stock::member).toList();
        return fed.stream().filter(day -> !day.month().isBefore(from) && !day.month().isAfter(to)
                && members.contains(new Member(day.site, day.company))).toList();
    }

    /** Delivers stocks, with losses and feed, from the begin of one month to the end of another. */
    Path deliver(Path folder, Predicate<Stock> wanted, YearMonth from, YearMonth to) {
        HandMadeDelivery delivery = register(folder);
        for (Stock stock : stocks(wanted)) {
            String files = "farmers/" + stock.company + "/";
            from.atDay(1).datesUntil(to.atEndOfMonth().plusDays(1))
                    .forEach(day -> delivery.line(files + "stock.csv", "stock",
                    day + "," + stock.site + "," + stock.company + ",C1,SAL," + stock.fish + ",2000,V2026"));
            for (YearMonth month = from; !month.isAfter(to); month = month.plusMonths(1)) {
                delivery.line(files + "losses.csv", "losses", month.atDay(10) + "," + stock.site + "," + stock.company
                        + ",mortality,A101," + stock.lost[month.getMonthValue() - 1]);
            }
        }
        fed(wanted, from, to).forEach(day -> delivery.line("farmers/" + day.company + "/feeding.csv", "feeding",
                day.date + "," + day.site + "," + day.company + "," + day.feed)
                .line("farmers/" + day.company + "/temperatures.csv", "temperatures", day.date + "," + day.site + ","
                + day.degrees + ".00,3,1"));
        return delivery.write();
    }

    /** Delivers the register and the companies as they are now. */
    Path deliverRegister(Path folder) {
        return register(folder).write();
    }

    private HandMadeDelivery register(Path folder) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery-" + ++deliveries));
        groups.forEach(delivery::farmer);
        stocks.stream().map(Stock::site).distinct().forEach(site -> {
            List<Stock> there = stocks(stock -> stock.site.equals(site));
            delivery.site(site, there.getFirst().area);
            // everybody may deliver fish there
            groups.keySet().forEach(company -> delivery.shared(site, company));
        });
        return delivery;
    }
}
