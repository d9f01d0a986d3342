package io.tidemark.ingest.authority.report;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reports of the licence holders of each site and week. A holder's latest report replaces its earlier ones. Of co-operating holders the
 * latest report with a count gives the lice, and each treatment counts once, however many of them report it.
 */
final class HolderReports {

    private static final Comparator<Report> EARLIER = Comparator.comparing(Report::sent).thenComparingLong(Report::line);

    /** By site and week, then by holder. */
    private final Map<String, Map<String, Report>> latest = new LinkedHashMap<>();
    private long replaced;

    /**
     * A report.
     *
     * @param line   number of the object in the file
     * @param siteId the authority's site number
     * @param monday the week's Monday
     * @param holder organisation number of the holder that reports; empty where none is named
     * @param sent   when
     */
    record Report(long line, String siteId, LocalDate monday, String holder, Instant sent, LiceCount lice,
            List<FoodSafetyTreatment> treatments) {

        Report {
            treatments = List.copyOf(treatments);
        }
    }

    /** A treatment of a site and week; the line is of the report that gives the week's lice, so that both are rejected together. */
    record Treated(long line, String id, LocalDate monday, String siteId, FoodSafetyTreatment treatment) {}

    void add(Report report) {
        latest.computeIfAbsent(report.siteId() + " " + report.monday(), week -> new LinkedHashMap<>())
                .merge(report.holder(), report, (a, b) -> {
                    replaced++;
                    return EARLIER.compare(a, b) < 0 ? b : a;
                });
    }

    /** The lice of each site and week. */
    List<CountedWeek> lice() {
        return latest.values().stream().map(HolderReports::counting)
                .map(report -> new CountedWeek(report.line(), report.monday(), report.siteId(), report.lice())).toList();
    }

    /**
     * The sites and weeks, each with its latest report.
     *
     * @param sentMs when that was sent, in milliseconds since 1970
     */
    record SiteWeek(String siteId, LocalDate monday, long sentMs) {}

    List<SiteWeek> siteWeeks() {
        return latest.values().stream().map(holders -> Collections.max(holders.values(), EARLIER))
                .map(last -> new SiteWeek(last.siteId(), last.monday(), last.sent().toEpochMilli())).toList();
    }

    private static Report counting(Map<String, Report> holders) {
        return holders.values().stream().max(Comparator.comparing((Report report) -> report.lice().hasCounted()).thenComparing(EARLIER))
                .orElseThrow();
    }

    /** The treatments of all weeks, each once. */
    List<Treated> treatments() {
        List<Treated> all = new ArrayList<>();
        for (Map<String, Report> holders : latest.values()) {
            Report counting = counting(holders);
            Set<String> ids = new LinkedHashSet<>();
            for (Report report : holders.values()) {
                for (FoodSafetyTreatment treatment : report.treatments()) {
                    String id = ReportedWeek.treatmentId(FoodSafetyReports.PUBLISHER, report.monday(), report.siteId(), treatment.identity());
                    if (ids.add(id)) {
                        all.add(new Treated(counting.line(), id, report.monday(), report.siteId(), treatment));
                    }
                }
            }
        }
        return all;
    }

    /**
     * What is told of reports that were left out, for people.
     *
     * @param counted the number of {@link #treatments()}
     */
    List<String> notes(int counted) {
        List<String> notes = new ArrayList<>();
        if (replaced > 0) {
            notes.add("left out: " + replaced + " rows that a later report of the same holder, site and week replaces");
        }
        long others = latest.values().stream().mapToLong(holders -> holders.size() - 1L).sum();
        if (others > 0) {
            notes.add("left out: " + others + " rows of other holders of the same site and week; their treatments count once");
        }
        long differing = latest.values().stream().filter(HolderReports::differ).count();
        if (differing > 0) {
            notes.add("in " + differing + " sites and weeks holders report different lice; the latest report was taken");
        }
        long repeated = latest.values().stream().map(Map::values).flatMap(Collection::stream).mapToLong(report -> report.treatments().size()).sum()
                - counted;
        if (repeated > 0) {
            notes.add("counted once: " + repeated + " treatments that repeat another one of the same site and week");
        }
        return notes;
    }

    private static boolean differ(Map<String, Report> holders) {
        LiceCount counted = counting(holders).lice();
        return holders.values().stream().anyMatch(report -> report.lice().hasCounted() && report.lice().differsIn(counted).isPresent());
    }
}
