package io.tidemark.ingest.authority.report;

import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.AuthorityTable;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.PublishedDay;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The weekly report of notifiable diseases by site: a row for each week in which a site has or may have a disease, with the first and the last day of
 * the whole period. The lake stores the periods, each once.
 *
 * @param periods by site, disease, status and first day; the row of the last week counts
 * @param weeks   Mondays of the weeks that the file covers
 * @param sites   the sites in it
 * @param repeats rows that repeat a period
 * @param unknown what is to be told of words that are not known
 * @param faults  rejected rows, by line
 * @param read    rows read, good, bad and repeated
 */
public record DiseaseReport(List<Period> periods, Set<LocalDate> weeks, List<ReportedSite> sites, long repeats, List<String> unknown,
        List<RowFault> faults, long read) implements AuthorityContent {

    private static final String DISEASE = "Sykdom";
    private static final String STATUS = "Status";
    private static final String FROM = "Fra dato";
    private static final String TO = "Til dato";
    private static final String SUSPECTED = "Mistanke-dato";
    private static final String CONFIRMED = "Påvist-dato";
    private static final List<String> REQUIRED = Stream.concat(ReportedWeek.REQUIRED.stream().filter(column -> !column.equals(ReportedWeek.AREA)),
            Stream.of(DISEASE, STATUS, FROM, TO)).toList();

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("disease report", REQUIRED, head -> head.has(ReportedWeek.SITE, DISEASE), DiseaseReport::read);

    /** Copies the lists. */
    public DiseaseReport {
        periods = List.copyOf(periods);
        weeks = Set.copyOf(weeks);
        sites = List.copyOf(sites);
        unknown = List.copyOf(unknown);
        faults = List.copyOf(faults);
    }

    /**
     * A disease at a site.
     *
     * @param line   physical line of the row that counts
     * @param monday Monday of that row's week
     * @param siteId the authority's site number
     * @param disease its short name, such as {@code PD}; as written if it is not known
     * @param status {@code suspected}, {@code confirmed}, {@code refuted} or {@code ended}; as written if it is not known
     * @param from   first day
     * @param to     last day; null while the period is open
     */
    public record Period(long line, LocalDate monday, String siteId, String disease, String status, LocalDate from, @Nullable LocalDate to) {

        String key() {
            return String.join("\n", siteId, disease, status, from.toString());
        }
    }

    /**
     * Reads a file.
     *
     * @throws io.tidemark.ingest.authority.format.AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static DiseaseReport read(Path file, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, REQUIRED, stop)) {
            Map<String, Period> periods = new LinkedHashMap<>();
            Set<LocalDate> weeks = new TreeSet<>();
            ReportedWeek.Sites sites = new ReportedWeek.Sites();
            UnknownWords diseases = new UnknownWords();
            UnknownWords statuses = new UnknownWords();
            AuthorityTable.Outcome outcome = csv.read(row -> {
                ReportedWeek week = ReportedWeek.of(row);
                Period period = period(row, week);
                Period other = periods.get(period.key());
                if (other != null && other.monday().equals(period.monday()) && !Objects.equals(other.to(), period.to())) {
                    throw new RowRejected(TO, row.text(TO), "line " + other.line() + " has another last day of the same period in the same week");
                }
                DiseaseWords.tell(row.text(DISEASE), row.text(STATUS), diseases, statuses);
                weeks.add(week.monday());
                sites.add(week);
                periods.merge(period.key(), period, (a, b) -> b.monday().isAfter(a.monday()) ? b : a);
            });
            return new DiseaseReport(List.copyOf(periods.values()), weeks, sites.all(),
                    outcome.read() - outcome.faults().size() - periods.size(),
                    Stream.of(diseases.note("are kept with the disease as it is written"), statuses.note("are kept with the status as it is written"))
                            .flatMap(Optional::stream).toList(), outcome.faults(), outcome.read());
        }
    }

    private static Period period(AuthorityRow row, ReportedWeek week) throws RowRejected {
        String disease = DiseaseWords.disease(required(row, DISEASE));
        String status = DiseaseWords.status(required(row, STATUS));
        LocalDate from = PublishedDay.of(row, firstDay(row, status));
        LocalDate to = row.text(TO).isEmpty() ? null : PublishedDay.of(row, TO);
        if (to != null && to.isBefore(from)) {
            throw new RowRejected(TO, row.text(TO), "is before the first day, " + from);
        }
        return new Period(row.line(), week.monday(), week.siteId(), disease, status, from, to);
    }

    // rows without the period's first day may have that of the suspicion or the finding
    private static String firstDay(AuthorityRow row, String status) {
        String other = status.equals(DiseaseWords.SUSPECTED) ? SUSPECTED : CONFIRMED;
        return row.text(FROM).isEmpty() && !row.text(other).isEmpty() ? other : FROM;
    }

    private static String required(AuthorityRow row, String column) throws RowRejected {
        return AuthorityRow.stored(column, row.required(column));
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        List<String> notes = new ArrayList<>(unknown);
        if (repeats > 0) {
            notes.add("left out: " + repeats + " rows that repeat a period");
        }
        List<Period> taken = periods.stream().filter(p -> !p.monday().isAfter(source.today()) && !p.from().isAfter(source.today())).toList();
        if (taken.size() < periods.size()) {
            notes.add("left out: " + (periods.size() - taken.size()) + " periods of weeks or days after " + source.today());
        }
        ReportWeeks.stage(staging, source, "disease", weeks, sites);
        try (RowAppender rows = staging.append(StagingTables.REPORT_DISEASE)) {
            taken.forEach(p -> rows.add(source.number(), p.line(), p.monday(), p.siteId(), p.disease(), p.status(), p.from(), p.to()));
        }
        return new Staged(notes);
    }
}
