package io.tidemark.ingest.authority.report;

import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityTable;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The weekly lice report by site. The lake stores only its sea temperatures, which the rules on lice counts require at a depth
 * of three metres.
 *
 * @param readings   sea temperatures, at most one for a site and week
 * @param weeks      Mondays of the weeks that the file covers
 * @param sites      the sites in it
 * @param without    rows without a temperature
 * @param duplicates rows that repeat the temperature of a site and week
 * @param faults     rejected rows, by line
 * @param read       rows read, good, bad and repeated
 */
public record LiceReport(List<Reading> readings, Set<LocalDate> weeks, List<ReportedSite> sites, long without, long duplicates,
        List<RowFault> faults, long read) implements AuthorityContent {

    private static final String LICE = "Voksne hunnlus";
    private static final String TEMPERATURE = "Sjøtemperatur";
    private static final List<String> REQUIRED = Stream.concat(ReportedWeek.REQUIRED.stream(), Stream.of(TEMPERATURE)).toList();
    private static final BigDecimal COLDEST = BigDecimal.valueOf(-2);
    private static final BigDecimal WARMEST = BigDecimal.valueOf(30);

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("lice report", Stream.concat(REQUIRED.stream(), Stream.of(LICE)).toList(),
                    head -> head.has(ReportedWeek.SITE, LICE), LiceReport::read);

    /** Copies the lists. */
    public LiceReport {
        readings = List.copyOf(readings);
        weeks = Set.copyOf(weeks);
        sites = List.copyOf(sites);
        faults = List.copyOf(faults);
    }

    /**
     * A sea temperature.
     *
     * @param line        physical line in the file
     * @param monday      the week's Monday
     * @param siteId      the authority's site number
     * @param temperature degrees Celsius
     */
    public record Reading(long line, LocalDate monday, String siteId, BigDecimal temperature) {}

    /**
     * Reads a file.
     *
     * @throws io.tidemark.ingest.authority.format.AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static LiceReport read(Path file, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, REQUIRED, stop)) {
            Map<String, Reading> readings = new LinkedHashMap<>();
            Set<LocalDate> weeks = new HashSet<>();
            ReportedWeek.Sites sites = new ReportedWeek.Sites();
            Map<Boolean, Long> passed = new HashMap<>();
            AuthorityTable.Outcome outcome = csv.read(row -> {
                ReportedWeek week = ReportedWeek.of(row);
                boolean empty = row.text(TEMPERATURE).isEmpty();
                boolean repeats = !empty && repeats(row, readings.get(week.siteId() + " " + week.monday()));
                weeks.add(week.monday());
                sites.add(week);
                if (empty || repeats) {
                    passed.merge(empty, 1L, Long::sum);
                } else {
                    readings.put(week.siteId() + " " + week.monday(),
                            new Reading(row.line(), week.monday(), week.siteId(), temperature(row)));
                }
            });
            return new LiceReport(List.copyOf(readings.values()), weeks, sites.all(), passed.getOrDefault(true, 0L),
                    passed.getOrDefault(false, 0L), outcome.faults(), outcome.read());
        }
    }

    private static boolean repeats(AuthorityRow row, @Nullable Reading earlier) throws RowRejected {
        if (earlier == null) {
            return false;
        }
        if (temperature(row).compareTo(earlier.temperature()) != 0) {
            throw new RowRejected(TEMPERATURE, row.text(TEMPERATURE), "line " + earlier.line()
                    + " has another temperature of the same site and week");
        }
        return true;
    }

    private static BigDecimal temperature(AuthorityRow row) throws RowRejected {
        BigDecimal degrees = row.number(TEMPERATURE);
        if (degrees.compareTo(COLDEST) < 0 || degrees.compareTo(WARMEST) > 0) {
            throw new RowRejected(TEMPERATURE, row.text(TEMPERATURE), "must be from " + COLDEST + " to " + WARMEST
                    + " degrees Celsius");
        }
        return degrees;
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        List<String> notes = new ArrayList<>(List.of("its lice counts are not stored"));
        if (without > 0) {
            notes.add(without + " rows have no temperature");
        }
        if (duplicates > 0) {
            notes.add("left out: " + duplicates + " rows that repeat a site and week");
        }
        List<Reading> taken = readings.stream().filter(r -> !r.monday().isAfter(source.today())).toList();
        ReportWeeks.note(source, readings.size() - taken.size()).ifPresent(notes::add);
        ReportWeeks.stage(staging, source, "temperature", weeks, sites);
        try (RowAppender rows = staging.append(StagingTables.REPORT_TEMPERATURE)) {
            taken.forEach(r -> rows.add(source.number(), r.line(), r.monday(), r.siteId(),
                    r.temperature().setScale(2, RoundingMode.HALF_UP)));
        }
        return new Staged(notes);
    }
}
