package io.tidemark.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.audit.DataAccessLog;
import io.tidemark.server.delivery.DeliveryMonitor;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventName;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.identity.provider.ExternalVerifier;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.snapshot.BackgroundVerification;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The meters of one server in a separate registry, updated by its events. Labels are event names, route templates and
 * statuses, never values of a request. Thread-safe.
 */
public final class Meters implements EventReceiver, AutoCloseable {
    private static final String ROUTE = "route";
    private static final double MILLIS = 1000;
    private static final double SECONDS_OF_A_DAY = 86_400;
    private static final Duration[] BUCKETS = Stream.of(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000)
            .map(Duration::ofMillis).toArray(Duration[]::new);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmMeters jvm = new JvmMeters(registry);
    private final Map<String, Counter> events = new HashMap<>();
    private final MeterProvider<Counter> requests = Counter.builder("tidemark.requests")
            .description("Requests that were answered").withRegistry(registry);
    private final MeterProvider<Timer> times = Timer.builder("tidemark.request")
            .description("Time until a request's answer was sent").serviceLevelObjectives(BUCKETS)
            .withRegistry(registry);
    private final MeterProvider<Counter> queries = Counter.builder("tidemark.queries")
            .description("Requests to the engine by outcome: answered by a query, cached, shared, cancelled, failed, "
            + "shed")
            .withRegistry(registry);
    private final MeterProvider<Timer> queryTimes = Timer.builder("tidemark.query")
            .description("Time of queries that were answered, encoding included").serviceLevelObjectives(BUCKETS)
            .withRegistry(registry);
    private final MeterProvider<Timer> waits = Timer.builder("tidemark.query.wait")
            .description("Time that queries waited before they ran").serviceLevelObjectives(BUCKETS)
            .withRegistry(registry);
    private volatile Instant opened = Instant.EPOCH;

    /** Creates all meters at 0. */
    public Meters() {
        // create all at the start: Prometheus does not see an increase from absent to 1
        for (String name : EventName.all()) {
            events.put(name, Counter.builder("tidemark.events").description("Events since the start").tag("event", name)
                    .register(registry));
        }
        Gauge.builder("tidemark.build.info", () -> 1).description("1, with the program's version")
                .tag("version", ProgramVersion.TEXT).register(registry);
        Gauge.builder("tidemark.snapshot.opened.timestamp", () -> opened.toEpochMilli() / MILLIS).baseUnit("seconds")
                .description("When the served snapshot was opened, 0 before the first").register(registry);
    }

    /** Adds meters for a refused snapshot and for the engines. */
    public void follow(SnapshotFollower snapshots, QueryResources engines) {
        gauge("tidemark.snapshots.open", "Snapshots that are open", snapshots::open);
        gauge("tidemark.queries.running", "Queries that run", engines.queue()::running);
        gauge("tidemark.queries.waiting", "Queries that wait", engines.queue()::waiting);
        gauge("tidemark.cache.entries", "Answers in the result cache", engines.results()::entries);
        gauge("tidemark.cache.bytes", "Memory of the result cache", engines.results()::bytes);
        gauge("tidemark.slices.bytes", "Memory of the rows of all periods in the result "
                + "cache", engines.results()::sliceBytes);
        gauge("tidemark.engine.table.bytes", "Memory of the served snapshot's tables", snapshots::tableMemory);
        gauge("tidemark.waiting.share", "Share of the served snapshot's fish-days that is not released yet",
                snapshots::waitingShare);
        time("tidemark.data.end.timestamp", "The last day of stock in the served snapshot, 0 without one",
                () -> snapshots.lastDay(ServedSnapshot::dataEnd));
        time("tidemark.data.complete.timestamp", "The day through which its stock is complete, 0 without one",
                () -> snapshots.lastDay(ServedSnapshot::completeThrough));
        Gauge.builder("tidemark.snapshot.refused", () -> snapshots.failure().isPresent() ? 1 : 0)
                .description("1 while the published snapshot cannot be served").register(registry);
    }

    /** Adds meters for the free space of the disks of lake and state. */
    public void watchDisks(Path lake, Path state) {
        Map.of("lake", lake, "state", state).forEach((name, folder) ->
                // a lake that is not there yet has no disk
                Gauge.builder("tidemark.disk.free", () -> Files.exists(folder)
                        ? folder.toFile().getUsableSpace() : Double.NaN).baseUnit("bytes")
                        .description("Free space of the disk that holds the folder").tag("folder", name)
                        .register(registry));
    }

    /** Adds meters for the last success of each job, and how long it took. */
    public void followJobs(Lake lake) {
        for (String job : JobRecord.JOBS) {
            time("tidemark.task.success.timestamp", "When the task last succeeded, 0 before the first time",
                    () -> JobRecord.of(lake, job).map(JobRecord::at), "task", job);
            Gauge.builder("tidemark.task", () -> JobRecord.of(lake, job).map(last -> last.took().toMillis() / MILLIS)
                    .orElse(Double.NaN)).baseUnit("seconds").description("How long the task took then")
                    .tag("task", job).register(registry);
        }
    }

    private void time(String name, String description, Supplier<Optional<Instant>> at, String... tags) {
        Gauge.builder(name, () -> at.get().map(time -> time.toEpochMilli() / MILLIS).orElse(0.0)).baseUnit("seconds")
                .description(description).tags(tags).register(registry);
    }

    /** Adds meters for the log of data accesses. */
    public void followAccesses(Supplier<DataAccessLog.State> log) {
        gauge("tidemark.access.log.share", "Share of access.max-megabytes that rotated logs of data accesses take",
                () -> log.get().share());
        gauge("tidemark.access.log.lost.lines", "Lines of the log of data accesses that are lost since the start",
                () -> log.get().lostLines());
    }

    /** Adds meters for the days until the certificate ends, and of its whole life. */
    public void followCertificate(Supplier<Duration> left, Supplier<Duration> life) {
        Gauge.builder("tidemark.certificate.life.days", () -> life.get().toSeconds() / SECONDS_OF_A_DAY)
                .description("Days from the beginning to the end of the served certificate").register(registry);
        Gauge.builder("tidemark.certificate.days.left", () -> left.get().toSeconds() / SECONDS_OF_A_DAY)
                .description("Days until the served certificate ends, negative after that, "
                        + "0 without one").register(registry);
    }

    /** Adds meters for the verification of the lake's files. */
    public void followVerification(BackgroundVerification verification) {
        gauge("tidemark.damaged.files", "Files of the lake that differ from what was published", () ->
                verification.state().damaged().size());
        Gauge.builder("tidemark.verified.timestamp", () -> {
            Instant at = verification.state().at();
            return at == null ? 0 : at.toEpochMilli() / MILLIS;
        }).baseUnit("seconds").description("When all files of the lake were last read, 0 before the first time")
                .register(registry);
    }

    /** Adds meters for late companies and for deliveries that did not get in. */
    public void followDeliveries(DeliveryMonitor deliveries) {
        gauge("tidemark.late.companies", "Companies whose delivery is later than usual",
                () -> deliveries.last(DeliveryMonitor.State::lateCompanies));
        gauge("tidemark.late.sites", "Sites whose stock ended before that of their company",
                () -> deliveries.last(DeliveryMonitor.State::lateSites));
        gauge("tidemark.deliveries.rejected", "Deliveries in watched folders that were rejected",
                () -> deliveries.last(DeliveryMonitor.State::rejected));
        gauge("tidemark.deliveries.waiting", "Deliveries in watched folders and uploads that no watch has taken in",
                () -> deliveries.last(DeliveryMonitor.State::waiting));
        gauge("tidemark.deliveries.failed", "Deliveries in watched folders that could not be processed",
                () -> deliveries.last(DeliveryMonitor.State::failed));
    }

    /** Adds a meter for each identity provider. */
    public void followProviders(List<ExternalVerifier> providers) {
        providers.forEach(each -> Gauge.builder("tidemark.provider.answers",
                        () -> each.answered().map(answers -> answers ? 1.0 : 0.0).orElse(Double.NaN))
                .description("1 if the identity provider sent its keys at the last request, 0 if not")
                .tag("provider", each.provider().metricName()).register(registry));
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    @Override
    public void publish(Event event) {
        switch (event) {
            case Event.RequestAnswered e -> {
                requests.withTags(ROUTE, e.route(), "status", Integer.toString(e.status())).increment();
                times.withTag(ROUTE, e.route()).record(e.took());
            }
            case Event.QueryRan e -> {
                queries.withTags(ROUTE, e.route(), "format", e.format(), "end", e.end().name().toLowerCase(Locale.ROOT))
                        .increment();
                waits.withTags().record(e.times().waited());
                if (e.end() == Event.QueryEnd.ANSWERED) {
                    queryTimes.withTags(ROUTE, e.route(), "format", e.format()).record(e.times().ran());
                }
            }
            case Event.SnapshotServed e -> opened = e.time();
            // all others are only counted
            case Event _ -> { }
        }
        // count the event last: then all other meters are already updated
        Counter counter = events.get(EventName.of(event));
        if (counter != null) {
            counter.increment();
        }
    }

    /** All meters in the Prometheus text format, version 0.0.4. */
    public String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        jvm.close();
        registry.close();
    }
}
