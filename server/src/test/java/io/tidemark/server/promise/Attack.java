package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.live.LiveServer;
import io.tidemark.server.promise.Sum.What;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A lake with a server, its operator, who publishes, and the attackers, who ask after every publication and forget
 * nothing. What they know may come from another lake before, as if that had been an earlier state of this one.
 */
final class Attack implements AutoCloseable {

    private static final int RANDOM_FILTERS = 15;

    private final long seed;
    private final Path folder;
    private final LiveServer server;
    private final Coast coast;
    private final Stays stays;
    private final List<Filter> filters;
    private final List<Evidence> evidence;
    private final boolean thorough;
    private int publications;

    private Attack(long seed, Path folder, Coast coast, Stays stays, List<Filter> filters, boolean thorough,
            List<Evidence> evidence) {
        this.seed = seed;
        this.folder = folder;
        this.coast = coast;
        this.stays = stays;
        this.filters = filters;
        this.evidence = evidence;
        this.thorough = thorough;
        server = LiveServer.start(folder, Calendar.TODAY);
    }

    /**
     * On a coast of that seed, of which nothing is delivered yet.
     *
     * @param thorough whether every route is asked with many filters, or a few routes with the filters that show most
     */
    static Attack on(long seed, Path folder, boolean thorough) {
        Stays stays = new Stays(seed, folder);
        Coast coast = new Coast(seed, stays);
        return new Attack(seed, folder, coast, stays, thorough
                ? Filter.thorough(coast.areas(), RANDOM_FILTERS, new Random(seed))
                : Filter.quick(coast.areas()), thorough, List.of(new Evidence(Attacker.OUTSIDER),
                new Evidence(Attacker.COMPANY)));
    }

    /** On a copy of this lake as it is now, with the same coast after that first delivery, and with what is known. */
    Attack again(Path other) throws IOException {
        Path deliveries = Files.createDirectories(other.resolve("deliveries"));
        FolderCopy.copy(folder.resolve("lake"), other.resolve("lake"));
        Stays again = new Stays(seed, deliveries);
        Coast same = new Coast(seed, again);
        same.deliver(deliveries, same.delivering(), Calendar.BEGIN, Calendar.FIRST_END);
        Attack attack = new Attack(seed, other, same, again, filters, thorough,
                evidence.stream().map(Evidence::copy).toList());
        attack.publications = publications;
        attack.server.awaitServed(Lake.at(attack.server.lake()).current().orElseThrow().id().text());
        return attack;
    }

    /** On an empty lake of the same coast, with all that is known, as if it were a later state of this lake. */
    Attack afresh(Path other) throws IOException {
        Attack attack = new Attack(seed, Files.createDirectories(other), coast, stays, filters, thorough, evidence);
        attack.publications = publications;
        return attack;
    }

    /** Publishes the first weeks of all companies but the one that joins later. */
    Attack begin() {
        return publish(coast.deliver(folder, coast.delivering(), Calendar.BEGIN, Calendar.FIRST_END));
    }

    /** A site of another group, at sea, that is in published sums of a piece. */
    String shownSite(LocalDate piece) {
        return evidence.stream().flatMap(each -> each.sumsOf(What.FISH).stream()).flatMap(Set::stream)
                .filter(stay -> stay.piece().equals(piece) && stay.pen().isAtSea()
                && !stay.group().equals(Coast.ATTACKERS))
                .map(stay -> stay.pen().site()).min(Comparator.naturalOrder()).orElseThrow();
    }

    /** Writes a delivery of pens from one day to another; see {@link Coast#deliver}. */
    Path deliver(Predicate<Pen> wanted, LocalDate from, LocalDate to) {
        return coast.deliver(folder, wanted, from, to);
    }

    Coast coast() {
        return coast;
    }

    Path folder() {
        return folder;
    }

    List<Evidence> evidence() {
        return evidence;
    }

    /** Publishes a delivery, and lets the attackers ask. */
    Attack publish(Path delivery) {
        return publish(delivery, PrivacyChange.NONE);
    }

    /** The same with another rule. */
    Attack publish(Path delivery, PrivacyChange rule) {
        server.ingest(delivery, rule);
        return ask();
    }

    /** Makes the derived tables anew by another rule, as the operator does, and lets the attackers ask. */
    Attack derive(int minFarmers) {
        CommandRun run = CommandRun.of("snapshot", "derive", "--lake", server.lake().toString(), "--min-farmers",
                String.valueOf(minFarmers));
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        server.awaitServed(Lake.at(server.lake()).current().orElseThrow().id().text());
        return ask();
    }

    /** What one company learns from a route of the operator's own alone, on a copy of this lake. */
    List<String> exposuresOf(String path, Path routes, Path other) throws IOException {
        FolderCopy.copy(folder.resolve("lake"), other.resolve("lake"));
        Evidence alone = new Evidence(Attacker.COMPANY);
        try (LiveServer copy = LiveServer.start(other, Calendar.TODAY, Map.of("sql", routes.toString()))) {
            copy.awaitServed(Lake.at(copy.lake()).current().orElseThrow().id().text());
            assertThat(new Comparisons(copy, stays, alone, "").ask(path)).isPositive();
        }
        return alone.exposures();
    }

    private Attack ask() {
        publications++;
        evidence.forEach(known -> new Questions(server, stays, known, publications).ask(filters, thorough));
        return this;
    }

    /** What follows from all answers so far. */
    List<String> exposures() {
        List<String> exposed = new ArrayList<>();
        evidence.forEach(each -> exposed.addAll(each.exposures()));
        return exposed;
    }

    /** Groups whose fish all answers so far tell nearly. */
    List<String> nearly() {
        List<String> nearly = new ArrayList<>();
        evidence.forEach(each -> nearly.addAll(each.nearly()));
        return nearly;
    }

    /** Answers that are no sums that the attackers know. */
    List<String> unexplained() {
        List<String> all = new ArrayList<>();
        evidence.forEach(each -> all.addAll(each.unexplained()));
        return all;
    }

    /** How many different sums of a kind all attackers have. */
    int sums(What what) {
        return evidence.stream().mapToInt(each -> each.sums(what)).sum();
    }

    @Override
    public void close() {
        server.close();
    }
}
