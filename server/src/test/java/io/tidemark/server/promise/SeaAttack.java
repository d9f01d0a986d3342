package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.live.LiveServer;
import io.tidemark.server.promise.FeedFigures.Quarter;
import io.tidemark.server.promise.FeedFigures.Released;
import io.tidemark.server.promise.Sea.Stock;
import io.tidemark.server.promise.Sea.UnitDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.assertj.core.data.Offset;

/**
 * A lake of a random sea with a server, its operator, who publishes, and a company of each group and somebody without
 * fish, who ask after every publication for figures that are no sums, and forget nothing.
 */
final class SeaAttack implements AutoCloseable {

    static final YearMonth JANUARY = Sea.FIRST;
    static final YearMonth FEBRUARY = JANUARY.plusMonths(1);
    /** The largest, the one with fish on others' sites, and another. */
    private static final Set<String> SOME = Set.of("F1", "F2", "F6");
    private static final List<String> FILTERS = List.of("", "&areas=3", "&areas=3,4", "&areas=6", "&areas=1,2,3,4,5");
    private static final Offset<Double> WRITTEN = Offset.offset(1e-12);
    private static final LocalDate TODAY = LocalDate.of(2026, 6, 15);
    private static final YearMonth END_OF_QUARTER = YearMonth.of(2026, 3);

    private final long seed;
    private final Path folder;
    private final boolean thorough;
    private final Sea sea;
    private final LiveServer server;
    private final List<Era> eras = new ArrayList<>();
    private final Set<UnitDay> delivered = new HashSet<>();
    private Quarter quarter = new Quarter(List.of());
    private int publications;

    /**
     * What attackers have learned since some groups are there.
     *
     * @param groups  of each company
     * @param members by attacker's group; empty for one without fish
     */
    private record Era(Map<String, String> groups, Map<String, MemberFigures> members, Map<String, FeedFigures> feed) {

        static Era of(Map<String, String> groups) {
            Era era = new Era(groups, new TreeMap<>(), new TreeMap<>());
            era.attackers().forEach(group -> {
                era.members.put(group, new MemberFigures());
                era.feed.put(group, new FeedFigures());
            });
            return era;
        }

        Set<String> attackers() {
            Set<String> attackers = new HashSet<>(groups.values());
            attackers.add("");
            return attackers;
        }

        /** Who is another group by now learns for that alone. */
        boolean isStill(String group, Map<String, String> now) {
            return companies(group, groups).equals(companies(group, now));
        }

        private static Set<String> companies(String group, Map<String, String> groups) {
            Set<String> companies = new HashSet<>(groups.keySet());
            companies.removeIf(company -> !group.equals(groups.get(company)));
            return companies;
        }

        String groupOf(String company) {
            return groups.getOrDefault(company, company);
        }

        List<String> exposures() {
            List<String> exposed = new ArrayList<>();
            members.forEach((group, known) -> known.exposures(member -> groupOf(member.company()), group)
                    .forEach(exposure -> exposed.add("to " + group + ": " + exposure)));
            feed.forEach((group, known) -> known.exposures(day -> groupOf(day.company()), group)
                    .forEach(exposure -> exposed.add("to " + group + ", feed: " + exposure)));
            return exposed;
        }
    }

    private SeaAttack(long seed, Path folder, boolean thorough) {
        this.seed = seed;
        this.folder = folder;
        this.thorough = thorough;
        sea = new Sea(seed);
        // an erasure waits until no snapshot of before is open
        server = LiveServer.start(folder, TODAY, Map.of("query.keep-snapshot-seconds", "1"));
        eras.add(Era.of(sea.groups()));
    }

    /**
     * Publishes January, and February without some late stocks.
     *
     * @param thorough whether every company asks, with all filters, or some with few
     */
    static SeaAttack begin(long seed, Path folder, boolean thorough) {
        SeaAttack attack = new SeaAttack(seed, folder, thorough);
        attack.publish(_ -> true, JANUARY, JANUARY);
        return attack.publish(isLate().negate(), FEBRUARY, FEBRUARY);
    }

    /** A copy as it is after that. */
    SeaAttack again(Path other) throws IOException {
        FolderCopy.copy(folder.resolve("lake"), Files.createDirectories(other).resolve("lake"));
        SeaAttack attack = new SeaAttack(seed, other, thorough);
        attack.server.awaitServed(Lake.at(attack.server.lake()).current().orElseThrow().id().text());
        Era mine = eras.getFirst();
        mine.members.forEach((group, known) -> Objects.requireNonNull(attack.eras.getFirst().members.get(group))
                .addAll(known));
        mine.feed.forEach((group, known) -> Objects.requireNonNull(attack.eras.getFirst().feed.get(group))
                .addAll(known));
        attack.delivered.addAll(delivered);
        attack.publications = publications;
        return attack;
    }

    /** Stocks that come late with February. */
    static Predicate<Stock> isLate() {
        return stock -> Integer.parseInt(stock.site()) % 7 == 0;
    }

    Sea sea() {
        return sea;
    }

    /** Publishes the months of stocks, and lets the attackers ask. */
    SeaAttack publish(Predicate<Stock> wanted, YearMonth from, YearMonth to) {
        delivered.addAll(sea.fed(wanted, from, to));
        return publish(sea.deliver(folder, wanted, from, to));
    }

    private SeaAttack publish(Path delivery) {
        server.ingest(delivery);
        return ask();
    }

    /** A company has a fish on sites of others, and delivers it for months that are released. */
    SeaAttack publishFish(String company) {
        sea.addFish(company);
        return publish(isFish(), JANUARY, FEBRUARY);
    }

    private static Predicate<Stock> isFish() {
        return stock -> stock.fish() == 1;
    }

    /** A group buys a company. */
    SeaAttack merge(String company, String buyer) {
        sea.regroup(company, buyer);
        eras.add(Era.of(sea.groups()));
        return publish(sea.deliverRegister(folder));
    }

    /** Erases a company. What was of it alone may follow from old answers and new ones: they are not put together. */
    SeaAttack erase(String company) {
        run("farmer", "erase", company, "--lake", server.lake().toString(), "--state",
                folder.resolve("state").toString(), "--yes", "--wait", "60");
        sea.leave(company);
        delivered.removeIf(day -> day.company().equals(company));
        eras.clear();
        eras.add(Era.of(sea.groups()));
        return ask();
    }

    /** Makes the derived tables anew by another rule. */
    SeaAttack derive(int minFarmers) {
        run("snapshot", "derive", "--lake", server.lake().toString(), "--min-farmers", String.valueOf(minFarmers));
        return ask();
    }

    private void run(String... words) {
        CommandRun run = CommandRun.of(words);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        server.awaitServed(Lake.at(server.lake()).current().orElseThrow().id().text());
    }

    private SeaAttack ask() {
        publications++;
        String when = "after publication " + publications;
        MemberLedger ledger = MemberLedger.of(server.lake());
        ledger.months().forEach(month ->
                ledger.in(month).forEach(released -> assertThat(released.loss()).as("%s in %s", released, month)
                .isCloseTo(rate(month, released.member().site(), ledger.companies(month, released.member())),
                WRITTEN)));
        List<Released> fed = Released.of(server.lake(), delivered);
        if (quarter.of().isEmpty() && ledger.months().contains(END_OF_QUARTER)) {
            quarter = new Quarter(delivered.stream().filter(day -> !day.month().isAfter(END_OF_QUARTER)).toList());
        }
        Map<String, String> groups = new TreeMap<>(sea.groups());
        List<String> filters = thorough ? FILTERS : FILTERS.subList(0, 2);
        Set<String> asked = new HashSet<>();
        groups.forEach((company, group) -> {
            if ((thorough || SOME.contains(company)) && asked.add(group)) {
                MemberFigures members = new MemberFigures();
                members.ask(server, ledger, "farmer:" + company, member -> group.equals(groups.get(member.company())),
                        filters, when);
                FeedFigures feed = new FeedFigures();
                feed.ask(server, fed, quarter, "farmer:" + company, day -> group.equals(groups.get(day.company())),
                        when);
                learn(group, members, feed);
            }
        });
        MemberFigures members = new MemberFigures();
        members.ask(server, ledger, "analyst", _ -> false, filters, when);
        members.ask(server, ledger, "key", _ -> false, filters, when);
        learn("", members, new FeedFigures());
        return this;
    }

    /** The rate of some companies' fish at a site. */
    private double rate(YearMonth month, String site, Set<String> companies) {
        List<Stock> stocks = sea.stocks(stock -> stock.site().equals(site) && companies.contains(stock.company()));
        return stocks.stream().mapToDouble(stock -> stock.rate(month) * stock.fish()).sum() / stocks.stream()
                .mapToInt(Stock::fish).sum();
    }

    private void learn(String attacker, MemberFigures members, FeedFigures feed) {
        eras.stream().filter(era -> era.isStill(attacker, sea.groups())).forEach(era -> {
            Objects.requireNonNull(era.members.get(attacker)).addAll(members);
            Objects.requireNonNull(era.feed.get(attacker)).addAll(feed);
        });
    }

    /** A copy of what one attacker knows of members, to be told more. */
    MemberFigures members(String group) {
        MemberFigures copy = new MemberFigures();
        copy.addAll(Objects.requireNonNull(eras.getFirst().members.get(group)));
        return copy;
    }

    /** The same of unit-days. */
    FeedFigures feed(String group) {
        FeedFigures copy = new FeedFigures();
        copy.addAll(Objects.requireNonNull(eras.getFirst().feed.get(group)));
        return copy;
    }

    Quarter quarter() {
        return quarter;
    }

    MemberLedger ledger() {
        return MemberLedger.of(server.lake());
    }

    /** What follows from all answers. */
    List<String> exposures() {
        return eras.stream().flatMap(era -> era.exposures().stream()).toList();
    }

    List<String> unexplained() {
        List<String> all = new ArrayList<>();
        eras.forEach(era -> {
            era.members.values().forEach(known -> all.addAll(known.unexplained()));
            era.feed.values().forEach(known -> all.addAll(known.unexplained()));
        });
        return all;
    }

    /** How much there is to add and subtract. */
    int sums(boolean ofOneMonth) {
        return members("").sums(ofOneMonth);
    }

    int tails() {
        return eras.getFirst().feed.values().stream().mapToInt(FeedFigures::tails).sum();
    }

    @Override
    public void close() {
        server.close();
    }
}
