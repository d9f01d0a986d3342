package io.tidemark.data.history;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.Received;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.table.LakeTables;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether a company is late, by its own habit. Its usual gap is the median of the days between its deliveries that the
 * kept snapshots record; with fewer than three deliveries it is a week. It is late when its last delivery is more than
 * two usual gaps and a day ago.
 *
 * @param farmer   the company
 * @param last     its last delivery
 * @param usualGap the median of the days between deliveries, at least 1
 * @param sites    its sites that are late
 */
public record Lateness(String farmer, Instant last, long usualGap, List<LateSite> sites) {

    /**
     * A site whose stock ends more than two usual gaps and a day before the company's: it was emptied, or its system
     * sends no more.
     *
     * @param siteId  the site
     * @param lastDay its last day with fish
     */
    public record LateSite(String siteId, LocalDate lastDay) {}

    private static final int WEEK = 7;
    private static final int FEW = 3;
    /** A site that ended longer ago is taken for emptied. */
    private static final int FORGOTTEN_DAYS = 60;

    /** Copies the list. */
    public Lateness {
        sites = List.copyOf(sites);
    }

    /** The whole days since the last delivery. */
    public long days(Instant now) {
        return Math.max(0, Duration.between(last, now).toDays());
    }

    /** Whether the company is late. */
    public boolean isLate(Instant now) {
        return days(now) > tolerated(usualGap);
    }

    private static long tolerated(long gap) {
        return 2 * gap + 1;
    }

    /** The companies of which a delivery is known, by id. */
    public static List<Lateness> of(Lake lake, DuckSession session, Snapshot snapshot) {
        Map<String, TreeSet<Instant>> deliveries = deliveries(lake, snapshot.manifest());
        Map<String, Map<String, LocalDate>> ends = siteEnds(session, snapshot);
        List<Lateness> all = new ArrayList<>();
        deliveries.forEach((farmer, times) -> {
            long gap = usualGap(times);
            all.add(new Lateness(farmer, times.getLast(), gap, lateSites(ends.getOrDefault(farmer, Map.of()), gap)));
        });
        return all;
    }

    private static Map<String, TreeSet<Instant>> deliveries(Lake lake, Manifest published) {
        Map<String, TreeSet<Instant>> deliveries = new TreeMap<>();
        add(deliveries, published);
        for (SnapshotHistory.Entry entry : SnapshotHistory.of(lake).usable()) {
            if (entry.manifest() != null) {
                add(deliveries, entry.manifest());
            }
        }
        return deliveries;
    }

    private static void add(Map<String, TreeSet<Instant>> deliveries, Manifest manifest) {
        for (Map.Entry<String, Received> each : manifest.received().entrySet()) {
            String[] key = each.getKey().split("/", -1);
            if (key.length == 3 && key[0].equals("farmers")) {
                deliveries.computeIfAbsent(key[1], _ -> new TreeSet<>()).add(each.getValue().at());
            }
        }
    }

    // the tables of one delivery are taken within moments
    private static long usualGap(TreeSet<Instant> times) {
        List<Long> gaps = new ArrayList<>();
        Instant before = null;
        for (Instant time : times) {
            if (before == null || Duration.between(before, time).toHours() >= 1) {
                if (before != null) {
                    gaps.add(Math.max(1, Math.round(Duration.between(before, time).toHours() / 24.0)));
                }
                before = time;
            }
        }
        if (gaps.size() < FEW - 1) {
            return WEEK;
        }
        gaps.sort(Long::compare);
        return gaps.get(gaps.size() / 2);
    }

    private static Map<String, Map<String, LocalDate>> siteEnds(DuckSession session, Snapshot snapshot) {
        Map<String, Map<String, LocalDate>> ends = new HashMap<>();
        session.each("SELECT farmer_id, site_id, max(date) FROM (" + snapshot.rows(LakeTables.STOCK_DAY, null)
                + ") WHERE fish_count > 0 GROUP BY farmer_id, site_id",
                row -> ends.computeIfAbsent(row.getString(1), _ -> new TreeMap<>())
                .put(row.getString(2), row.getObject(3, LocalDate.class)));
        return ends;
    }

    private static List<LateSite> lateSites(Map<String, LocalDate> ends, long gap) {
        @Nullable LocalDate newest = ends.values().stream().max(LocalDate::compareTo).orElse(null);
        List<LateSite> late = new ArrayList<>();
        ends.forEach((site, end) -> {
            if (newest != null && end.plusDays(tolerated(gap)).isBefore(newest)
                    && !end.plusDays(FORGOTTEN_DAYS).isBefore(newest)) {
                late.add(new LateSite(site, end));
            }
        });
        return late;
    }
}
