package io.tidemark.server.snapshot;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.parameter.AreaNames;
import io.tidemark.server.query.MeasuredQuery;
import io.tidemark.server.query.QueryEngine;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.query.TestedQueries;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.NamedSql;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An open snapshot that answers requests, with every route tested on it. Requests hold it by a {@link Lease}; once
 * retired, it is closed when the last lease ends. Thread-safe.
 */
public final class ServedSnapshot {

    /**
     * A farmer's data for requests.
     *
     * @param groupKey the farmer group
     * @param tier     premium or standard
     */
    public record FarmerEntry(String groupKey, String tier) {
        /** Whether the farmer needs no client secret. */
        public boolean isPremium() {
            return tier.equals("premium");
        }
    }

    /** A request's lease on a snapshot. */
    public final class Lease implements AutoCloseable {
        private boolean open = true;

        /** The snapshot. */
        public ServedSnapshot snapshot() {
            return ServedSnapshot.this;
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                release();
            }
        }
    }

    private static final String OWN_SITES = "SELECT farmer_id, site_id FROM site WHERE farmer_id IS NOT NULL"
            + " UNION SELECT DISTINCT farmer_id, site_id FROM cohort_year"
            + " UNION SELECT DISTINCT farmer_id, site_id FROM treatment WHERE farmer_id IS NOT NULL";

    private final QueryEngine engine;
    private final SqlEngine sql;
    private final TestedQueries tested;
    private final Runnable closed;
    private final AreaNames areas;
    private final Map<String, FarmerEntry> farmers;
    private final Map<String, Set<String>> ownSites;
    private volatile boolean retired;
    @GuardedBy("this") private int holders = 1;

    private ServedSnapshot(SqlEngine sql, QueryEngine engine, TestedQueries tested, Runnable closed, AreaNames areas,
            Map<String, FarmerEntry> farmers, Map<String, Set<String>> ownSites) {
        this.engine = engine;
        this.sql = sql;
        this.tested = tested;
        this.closed = closed;
        this.areas = areas;
        this.farmers = Map.copyOf(farmers);
        this.ownSites = Map.copyOf(ownSites);
    }

    /** Opens a snapshot without a closing action. */
    public static ServedSnapshot open(Snapshot snapshot, SqlEngine.Source engines, RouteCatalog catalog,
            QueryResources shared) {
        return open(snapshot, engines, catalog, shared, () -> { });
    }

    /**
     * Opens a snapshot and tests every route on it.
     *
     * @param engines opens it
     * @param shared  the resources of all engines
     * @param closed  runs after the snapshot is closed
     * @throws LakeException if it has no derived tables
     * @throws io.tidemark.server.sql.RouteFileException when a route's file does not fit it
     */
    public static ServedSnapshot open(Snapshot snapshot, SqlEngine.Source engines, RouteCatalog catalog,
            QueryResources shared, Runnable closed) {
        if (!snapshot.manifest().isServable()) {
            throw new LakeException("snapshot " + snapshot.id()
                    + " has no derived tables by this program's contracts, or no ledger;"
                    + " tidemark snapshot derive makes them");
        }
        SqlEngine sql = engines.open(snapshot, catalog.contents());
        QueryEngine engine = new QueryEngine(sql, shared);
        try {
            RoutePreparation.check(sql, catalog.routes(), shared.tested());
            Map<String, FarmerEntry> farmers = new HashMap<>();
            sql.list("SELECT farmer_id, farmer_group_key, tier FROM farmer",
                    row -> farmers.put(row.getString(1), new FarmerEntry(row.getString(2), row.getString(3))));
            return new ServedSnapshot(sql, engine, shared.tested(), closed, AreaNames.of(sql), farmers, ownSites(sql));
        } catch (RuntimeException | Error e) {
            // the follower goes on after either: an engine that stayed open would keep its memory
            engine.close(() -> { });
            throw e;
        }
    }

    /** Tests routes on it; {@link io.tidemark.server.sql.RouteFileException} when a file does not fit it. */
    void tryRoutes(List<RouteContract> routes) {
        RoutePreparation.check(sql, routes, tested);
    }

    /** Whether it closes as soon as no request holds it. */
    boolean isRetired() {
        return retired;
    }

    /** The snapshot's id. */
    public String id() {
        return sql.snapshot().id().text();
    }

    /** The names of areas. */
    public AreaNames areas() {
        return areas;
    }

    /** The farmer with this id; empty if the snapshot does not have it. */
    public Optional<FarmerEntry> farmer(String farmerId) {
        return Optional.ofNullable(farmers.get(farmerId));
    }

    /** The ids of all farmers in the snapshot. */
    public Set<String> farmerIds() {
        return farmers.keySet();
    }

    private static Map<String, Set<String>> ownSites(SqlEngine sql) {
        Map<String, Set<String>> sites = new HashMap<>();
        sql.list(OWN_SITES, row -> sites.computeIfAbsent(row.getString(1), f -> new HashSet<>()).add(row.getString(2)));
        return sites;
    }

    /**
     * Whether a site belongs to a farmer: it is registered to the farmer, or has had the farmer's stock or treatments.
     */
    public boolean isOwnSite(String farmerId, String siteId) {
        return ownSites.getOrDefault(farmerId, Set.of()).contains(siteId);
    }

    /** The number of farmer groups that have, or have had, sites. */
    public long groupsWithFish() {
        return ownSites.keySet().stream().map(farmers::get).filter(Objects::nonNull).map(FarmerEntry::groupKey)
                .distinct().count();
    }

    /** The first date of stock_day; null without stock. */
    public @Nullable LocalDate dataBegin() {
        Manifest.TableEntry stock = stock();
        return stock == null ? null : stock.firstDate();
    }

    /** The last date of stock_day; null without stock. */
    public @Nullable LocalDate dataEnd() {
        Manifest.TableEntry stock = stock();
        return stock == null ? null : stock.lastDate();
    }

    /** The day up to which its stock is complete (definitions.md, section 1); null without stock. */
    public @Nullable LocalDate completeThrough() {
        return sql.snapshot().manifest().completeThrough();
    }

    /** How much of the deliveries is released and how much waits; null in snapshots of earlier programs. */
    public @Nullable LedgerMark ledger() {
        return sql.snapshot().manifest().ledger();
    }

    private Manifest.@Nullable TableEntry stock() {
        return sql.snapshot().manifest().tables().get(LakeTables.STOCK_DAY.name());
    }

    /** The rule of confidentiality that its derived tables were made with. */
    public PrivacyRule privacy() {
        return Objects.requireNonNull(sql.snapshot().manifest().privacy());
    }

    /** The cost of the views that were held at opening. */
    public SnapshotDatabase.Holding held() {
        return sql.held();
    }

    /**
     * Materialises, in this thread, the views that are held later; stops when the snapshot is retired or {@code stop}
     * says so.
     */
    public SnapshotDatabase.Holding holdLater(BooleanSupplier stop) {
        return sql.holdLater(() -> retired || stop.getAsBoolean());
    }

    /** The memory that its tables use, bytes. */
    public long tableMemory() {
        return sql.tableMemory();
    }

    /** Runs a query of the program and discards its rows. */
    public void measure(String query, List<Object> values) {
        sql.list(query, row -> row, values);
    }

    /** A route's statement for a request. */
    public NamedSql.Bound bind(RouteContract route, Map<String, ? extends @Nullable Object> values) {
        return route.query().bind(values, sql::holds);
    }

    /** Prepares a query for timing. */
    public MeasuredQuery timed(NamedSql.Bound query) {
        return MeasuredQuery.prepare(sql, query);
    }

    /** The engine's profile of a query after running it. */
    public List<String> explain(NamedSql.Bound query) {
        return sql.plan(query.sql(), query.values(), true);
    }

    /** Its query engine. */
    public QueryEngine engine() {
        return engine;
    }

    /** The name of its query engine. */
    public String engineName() {
        return sql.name();
    }

    /** Whether its query engine answers. */
    boolean engineAnswers() {
        return sql.answers();
    }

    /** Takes a lease for a request; empty if the snapshot has just been closed. */
    synchronized Optional<Lease> lease() {
        if (holders == 0) {
            return Optional.empty();
        }
        holders++;
        return Optional.of(new Lease());
    }

    /** Releases the server's own lease. */
    public void retire() {
        retired = true;
        release();
    }

    private synchronized void release() {
        if (--holders == 0) {
            engine.close(closed);
        }
    }
}
