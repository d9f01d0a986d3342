package io.tidemark.server.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that are replaced while requests name them, and one that does not open. */
@SuppressWarnings("NullAway.Init") // set before all tests
class OpenSnapshotsTest {

    private static final RouteCatalog ROUTES = RouteCatalog.load(null);
    private static final int SWITCHES = 20_000;

    @TempDir
    private static Path folder;

    private static QueryResources resources;

    @BeforeAll
    static void start() {
        resources = QueryResources.alone(folder);
    }

    @AfterAll
    static void stop() {
        resources.close();
    }

    private static Snapshot snapshot(String id) {
        Snapshot empty = Snapshot.empty(folder);
        return new Snapshot(new SnapshotId(id), empty.folder(), empty.manifest());
    }

    private static SqlEngine.Source engines() {
        return DuckEngine.source(new EngineSettings(1, 256, folder));
    }

    private static ServedSnapshot open(String id, Runnable closed) {
        return ServedSnapshot.open(snapshot(id), engines(), ROUTES, resources, closed);
    }

    @Test
    void aRequestFindsWhatItNamesWhileTheNextOneIsServed() throws InterruptedException, ExecutionException {
        List<String> closed = new ArrayList<>();
        ServedSnapshot first = open("2026-01-01", () -> closed.add("first"));
        ServedSnapshot second = open("2026-01-02", () -> closed.add("second"));
        OpenSnapshots snapshots = new OpenSnapshots(Duration.ofHours(1));
        snapshots.serve(first);
        CountDownLatch asks = new CountDownLatch(1);
        try (ExecutorService requests = Executors.newSingleThreadExecutor()) {
            Future<Integer> found = requests.submit(() -> {
                int leases = 0;
                while (!Thread.interrupted()) {
                    try (ServedSnapshot.Lease lease = snapshots.lease("2026-01-01")) {
                        leases += lease.snapshot() == first ? 1 : 0;
                    }
                    asks.countDown();
                }
                return leases;
            });
            asks.await();
            for (int i = 0; i < SWITCHES && !found.isDone(); i++) {
                snapshots.serve(i % 2 == 0 ? second : first);
            }
            requests.shutdownNow();
            assertThat(found.get()).isPositive();
        }
        snapshots.retireAll();
        assertThat(closed).containsExactlyInAnyOrder("first", "second");
        assertThatThrownBy(() -> snapshots.lease("2026-01-01")).isInstanceOf(ApiException.Unavailable.class);
    }

    /** The memory may be too short for a second snapshot: the follower goes on with the first, and tries again. */
    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class, NoClassDefFoundError.class,
            IllegalStateException.class})
    void anEngineInWhichASnapshotDoesNotOpenIsClosed(Class<? extends Throwable> failure)
    throws ReflectiveOperationException {
        Throwable thrown = failure.getConstructor().newInstance();
        List<String> closed = new ArrayList<>();
        SqlEngine.Source tooLarge = (snapshot, contents) -> {
            SqlEngine engine = engines().open(snapshot, contents);
            return (SqlEngine) Proxy.newProxyInstance(SqlEngine.class.getClassLoader(),
                    new Class<?>[] {SqlEngine.class}, (_, method, values) -> {
                if (method.getName().equals("list")) {
                    throw thrown;
                }
                if (method.getName().equals("close")) {
                    closed.add("engine");
                }
                try {
                    return method.invoke(engine, values);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        };

        assertThatThrownBy(() -> ServedSnapshot.open(snapshot("2026-01-03"), tooLarge, ROUTES, resources))
                .isSameAs(thrown);
        assertThat(closed).containsExactly("engine");
    }
}
