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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The weekly lice report by site: the lice of each site and week, counted or not, and the sea temperature, which the rules on lice counts require at
 * a depth of three metres.
 *
 * @param readings   sea temperatures, at most one for a site and week
 * @param counts     lice, one for each site and week
 * @param weeks      Mondays of the weeks that the file covers
 * @param sites      the sites in it
 * @param without    rows without a temperature
 * @param duplicates rows that repeat a site and week
 * @param faults     rejected rows, by line
 * @param read       rows read, good, bad and repeated
 */
public record LiceReport(List<Reading> readings, List<CountedWeek> counts, Set<LocalDate> weeks, List<ReportedSite> sites, long without,
        long duplicates, List<RowFault> faults, long read) implements AuthorityContent {

    private static final String TEMPERATURE = "Sjøtemperatur";
    private static final List<String> REQUIRED = Stream.concat(ReportedWeek.REQUIRED.stream(), Stream.of(TEMPERATURE)).toList();
    private static final BigDecimal COLDEST = BigDecimal.valueOf(-2);
    private static final BigDecimal WARMEST = BigDecimal.valueOf(30);
    private static final String PUBLISHER = "barentswatch";

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("lice report", Stream.concat(REQUIRED.stream(), Stream.of(LiceCount.ADULT_FEMALE)).toList(),
                    head -> head.has(ReportedWeek.SITE, LiceCount.ADULT_FEMALE), LiceReport::read);

    /** Copies the lists. */
    public LiceReport {
        readings = List.copyOf(readings);
        counts = List.copyOf(counts);
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

    // the rows so far, by site and week; a row is stored when all of it has been checked
    private static final class Rows {
        private final Map<String, Reading> readings = new LinkedHashMap<>();
        private final Map<String, CountedWeek> counts = new LinkedHashMap<>();
        private final Set<LocalDate> weeks = new HashSet<>();
        private final ReportedWeek.Sites sites = new ReportedWeek.Sites();
        private long without;
        private long repeated;

        void take(AuthorityRow row) throws RowRejected {
            ReportedWeek week = ReportedWeek.of(row);
            String key = week.siteId() + " " + week.monday();
            BigDecimal degrees = row.text(TEMPERATURE).isEmpty() ? null : temperature(row);
            LiceCount lice = LiceCount.of(row);
            checkRepeated(row, readings.get(key), degrees);
            checkRepeated(row, counts.get(key), lice);
            weeks.add(week.monday());
            sites.add(week);
            if (degrees == null) {
                without++;
            } else {
                readings.putIfAbsent(key, new Reading(row.line(), week.monday(), week.siteId(), degrees));
            }
            if (counts.putIfAbsent(key, new CountedWeek(row.line(), week.monday(), week.siteId(), lice)) != null) {
                repeated++;
            }
        }

        private static void checkRepeated(AuthorityRow row, @Nullable Reading earlier, @Nullable BigDecimal degrees) throws RowRejected {
            if (earlier != null && degrees != null && degrees.compareTo(earlier.temperature()) != 0) {
                throw new RowRejected(TEMPERATURE, row.text(TEMPERATURE), "line " + earlier.line()
                        + " has another temperature of the same site and week");
            }
        }

        private static void checkRepeated(AuthorityRow row, @Nullable CountedWeek earlier, LiceCount lice) throws RowRejected {
            Optional<String> column = earlier == null ? Optional.empty() : lice.differsIn(earlier.lice());
            if (earlier != null && column.isPresent()) {
                throw new RowRejected(column.get(), row.text(column.get()), "line " + earlier.line() + " has another of the same site and week");
            }
        }
    }

    /**
     * Reads a file.
     *
     * @throws io.tidemark.ingest.authority.format.AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static LiceReport read(Path file, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, REQUIRED, stop)) {
            Rows rows = new Rows();
            AuthorityTable.Outcome outcome = csv.read(rows::take);
            return new LiceReport(List.copyOf(rows.readings.values()), List.copyOf(rows.counts.values()), rows.weeks, rows.sites.all(), rows.without,
                    rows.repeated, outcome.faults(), outcome.read());
        }
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
        List<Reading> taken = readings.stream().filter(r -> !r.monday().isAfter(source.today())).toList();
        ReportWeeks.stage(staging, source, "temperature", weeks, sites);
        ReportWeeks.stage(staging, source, "lice", weeks, List.of());
        try (RowAppender rows = staging.append(StagingTables.REPORT_TEMPERATURE)) {
            taken.forEach(r -> rows.add(source.number(), r.line(), r.monday(), r.siteId(),
                    r.temperature().setScale(2, RoundingMode.HALF_UP)));
        }
        List<String> notes = new ArrayList<>(CountedWeek.stage(staging, source, counts, PUBLISHER));
        CountedWeek.note(without, "have no temperature").ifPresent(notes::add);
        if (duplicates > 0) {
            notes.add("left out: " + duplicates + " rows that repeat a site and week");
        }
        return new Staged(notes);
    }
}
