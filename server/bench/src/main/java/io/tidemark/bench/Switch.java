package io.tidemark.bench;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Publishes a new snapshot under load; measures how soon it is served, and its effect on callers. */
final class Switch {

    private static final int CONNECTIONS = 8;
    private static final Duration BEFORE = Duration.ofSeconds(10);
    private static final Duration ASK_EVERY = Duration.ofMillis(50);
    private static final double MAX_SECONDS = 300;
    private static final int MEMORY_MB = 1024;
    private static final int DISTINCT = 20_000;
    private static final String TRIVIAL = "/v3/common/production-area";

    private Switch() {}

    /**
     * Serves a lake of links to a snapshot's files, requests windows of which no two are the same, and publishes the
     * snapshot again.
     *
     * @param work a folder for the lake and the server's state
     */
    static void run(Snapshot snapshot, LocalDate today, Path work) throws IOException, InterruptedException {
        Lake lake = twin(snapshot, work.resolve("lake"));
        try (BenchServer server = BenchServer.start(lake.root(), work, today, true)) {
            ChildProcess.untilIdle(server.process(), MAX_SECONDS);
            Load.Requests pages = server.distinct(mixed(today.minusDays(1)));
            LoadResult before = Load.run(server.port(), CONNECTIONS, BEFORE, pages);
            String memory = server.memory();
            Load load = Load.start(server.port(), CONNECTIONS, pages);
            String next = publishAgain(lake, work);
            long start = System.nanoTime();
            double served = untilServed(server, next, start);
            LoadResult during = load.finish();
            System.out.printf(Locale.ROOT, "%nswitch under %d connections, no two requests the same: served %.1f s "
                    + "after it was published; "
                    + "%s%n  %-8s %8.0f requests/s, p50 %5.1f ms, p99 %6.1f ms, longest %6.1f ms, by status %s%n"
                    + "  %-8s %8.0f requests/s, p50 %5.1f ms, p99 %6.1f ms, longest %6.1f ms, by status %s%n  before: "
                    + "%s; after: %s%n",
                    CONNECTIONS, served, during.isClean() ? "no request was lost" : "REQUESTS WERE LOST",
                    "before", before.perSecond(), before.millis(50), before.millis(99), before.millis(100),
                    before.statuses(),
                    "during", during.perSecond(), during.millis(50), during.millis(99), during.millis(100),
                    during.statuses(), memory, server.memory());
        }
    }

    // windows of which no two are the same, of several routes in turn
    private static List<String> mixed(LocalDate end) {
        List<List<String>> routes = DistinctRequests.ROUTES.stream()
                .map(route -> DistinctRequests.of(route, end, DISTINCT, false)).toList();
        return IntStream.range(0, DISTINCT).boxed().flatMap(i -> routes.stream().map(each -> each.get(i))).toList();
    }

    private static Lake twin(Snapshot snapshot, Path root) throws IOException {
        Lake lake = Lake.at(root);
        linkAll(snapshot.folder(), lake.folder(snapshot.id()));
        // without what is released, the twin is not served
        linkAll(Ledger.of(snapshot).folder(), lake.ledger());
        lake.publish(snapshot.id());
        return lake;
    }

    private static void linkAll(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path other = to.resolve(from.relativize(file).toString());
                Files.createDirectories(other.getParent());
                link(file, other);
            }
        }
    }

    private static void link(Path file, Path other) throws IOException {
        try {
            Files.createLink(other, file);
        } catch (FileSystemException e) {
            // the file is on another file system
            Files.copy(file, other);
        }
    }

    private static String publishAgain(Lake lake, Path work) {
        Snapshot base = lake.current().orElseThrow();
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now(), Optional.of(base));
                DuckSession session = DuckSession.open(new EngineSettings(1, MEMORY_MB, work.resolve("spill")))) {
            for (TableContract table : LakeTables.all()) {
                staged.reuse(table);
            }
            Snapshot sealed = staged.seal(base.manifest().privacy(), base.manifest().completeThrough(),
                    base.manifest().sources());
            new SnapshotRelease(lake, session, () -> { }).publish(sealed.id());
            return sealed.id().text();
        }
    }

    private static double untilServed(BenchServer server, String id, long start) throws IOException,
            InterruptedException {
        try (HttpConnection connection = new HttpConnection(server.port())) {
            while ((System.nanoTime() - start) / 1e9 < MAX_SECONDS) {
                if (connection.status(server.request(0, TRIVIAL + "?snapshot=" + id)) == 200) {
                    return (System.nanoTime() - start) / 1e9;
                }
                Thread.sleep(ASK_EVERY);
            }
        }
        throw new IllegalStateException("the new snapshot was not served within " + MAX_SECONDS + " s");
    }
}
