package io.tidemark.bench;

import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.route.contract.RouteContract;
import java.time.LocalDate;
import java.time.Period;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bare scans to compare a route with: two sums over the rows of stock (temperatures, treatments) that the route
 * reads, and, for routes that read causes, two sums over the rows of loss_day.
 *
 * @param what   the rows in words
 * @param sql    the scan
 * @param causes the scan of loss_day; empty text if the route reads no causes
 * @param values values for both scans
 */
record BenchScan(String what, String sql, String causes, List<Object> values) {

    /** The period before its window that a route reads, if its header does not state it. */
    private static final Map<String, Period> LOOK_BACK = Map.of(
            "/v3/environment/temperature-trends-by-region", Period.ofWeeks(105),
            "/v3/environment/sea-temperature-analysis", Period.ofMonths(61));

    /** The period up to today that a route without a window reads; routes not listed here read everything. */
    private static final Map<String, Period> FIXED = Map.of(
            "/v2/mortality/mortality-rate-by-region", Period.ofMonths(48),
            "/v2/mortality/mortality-rate-by-country", Period.ofMonths(48),
            "/v2/mortality/categories/top-by-region", Period.ofMonths(37),
            "/v2/mortality/categories/top-by-country", Period.ofMonths(37),
            "/v2/feeding/sfr-by-region-and-temperature", Period.ofMonths(24),
            "/v2/feeding/sfr-by-country-and-temperature", Period.ofMonths(24),
            "/v3/common/farmers-per-po", Period.ofMonths(12),
            "/v3/watch/units", Period.ofDays(50));

    /** Treatment routes that join treatments with the fish of their day. */
    private static final Set<String> TREATMENTS_AND_STOCK = Set.of("/v3/treatment/by-generation",
            "/v3/treatment/by-size");

    /** The tables that a route with causes reads: losses by cell, or their sums by month. */
    private static final List<String> CAUSES = List.of("cell_loss", "sea_month_loss");

    /** The scan for a route. It reads the snapshot's Parquet files, since the server may hold a copy of them. */
    static BenchScan of(Snapshot snapshot, RouteContract route, Map<String, @Nullable Object> values, LocalDate today) {
        boolean temperatures = route.path().contains("/environment/");
        boolean treatments = route.path().contains("/treatment/") && !TREATMENTS_AND_STOCK.contains(route.path());
        TableContract table = temperatures ? LakeTables.TEMPERATURE_DAY : treatments
                ? LakeTables.TREATMENT : LakeTables.STOCK_DAY;
        String sums = temperatures ? "sum(temperature), sum(measurement_count)"
                : treatments ? "sum(treatment_count), count(*)" : "sum(fish_count), sum(mortality_count)";
        Period fixed = FIXED.get(route.path());
        LocalDate all = fixed == null ? LocalDate.of(1990, 1, 1) : today.minus(fixed);
        LocalDate first = fixed == null && values.get("read_from") instanceof LocalDate day ? day : all;
        LocalDate last = fixed == null && values.get("last_day") instanceof LocalDate day
                ? day : LocalDate.of(2100, 1, 1);
        Period back = LOOK_BACK.getOrDefault(route.path(), Period.ZERO);
        LocalDate from = first.minus(back);
        boolean causes = CAUSES.stream().anyMatch(route.sql().text()::contains);
        return new BenchScan(table.name() + (from.getYear() <= 1990 ? ", all" : " from " + from),
                "SELECT " + sums + from(snapshot, table),
                causes ? "SELECT sum(loss_count), count(*)" + from(snapshot, LakeTables.LOSS_DAY) : "",
                List.of(from, last));
    }

    private static String from(Snapshot snapshot, TableContract table) {
        return " FROM (" + snapshot.rows(table) + ") WHERE date BETWEEN ? AND ?";
    }
}
