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
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures against salmon lice by site and ISO week, as the authority's fish-health service publishes them. Rows that are equal in every column are
 * one measure.
 *
 * @param treatments the measures
 * @param weeks      Mondays of the weeks that the file covers
 * @param sites      the sites in it
 * @param duplicates rows that repeat another one exactly
 * @param unknown    remarks on words that are not known, for people
 * @param faults     rejected rows, by line
 * @param read       rows read, good, bad and repeated
 */
public record LiceTreatments(List<Measure> treatments, Set<LocalDate> weeks, List<ReportedSite> sites, long duplicates, List<String> unknown,
        List<RowFault> faults, long read) implements AuthorityContent {

    private static final String MEASURE = "Tiltak";
    private static final String TYPE = "Type behandling";
    private static final String SUBSTANCE = "Virkestoff";
    private static final String CLEANER_FISH = "Rensefisk";
    private static final String NUMBER = "Antall";
    private static final String SCOPE = "Omfang";
    private static final List<String> IDENTITY = List.of(MEASURE, TYPE, SUBSTANCE, CLEANER_FISH, NUMBER, SCOPE);
    private static final List<String> REQUIRED = Stream.concat(ReportedWeek.REQUIRED.stream(), IDENTITY.stream()).toList();
    /** Since 2024; not in the files of before. */
    private static final String CAGES = "Antall merder";
    static final int MOST_CAGES = 1_000;

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("lice treatments", REQUIRED, head -> head.has(ReportedWeek.SITE, MEASURE), LiceTreatments::read);

    /** Copies the lists. */
    public LiceTreatments {
        treatments = List.copyOf(treatments);
        weeks = Set.copyOf(weeks);
        sites = List.copyOf(sites);
        unknown = List.copyOf(unknown);
        faults = List.copyOf(faults);
    }

    /**
     * A measure.
     *
     * @param line             physical line in the file
     * @param treatmentId      computed from the row's values, so that it is the same in every delivery
     * @param monday           the week's Monday
     * @param siteId           the authority's site number
     * @param category         as the lake's treatments have it
     * @param subtype          the substance, the species of cleaner fish, or what an other measure is called; null where none is named
     * @param requiresHandling whether the fish are handled
     * @param scope            {@code full} or {@code partial}; null where the file does not say
     * @param cages            number of cages treated; null where the file does not say
     */
    public record Measure(long line, String treatmentId, LocalDate monday, String siteId, String category,
            @Nullable String subtype, boolean requiresHandling, @Nullable String scope, @Nullable Integer cages) {}

    /**
     * Reads a file.
     *
     * @throws io.tidemark.ingest.authority.format.AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static LiceTreatments read(Path file, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, REQUIRED, stop)) {
            List<Measure> measures = new ArrayList<>();
            Set<LocalDate> weeks = new TreeSet<>();
            Set<String> ids = new HashSet<>();
            ReportedWeek.Sites sites = new ReportedWeek.Sites();
            UnknownWords kinds = new UnknownWords();
            UnknownWords scopes = new UnknownWords();
            AuthorityTable.Outcome outcome = csv.read(row -> {
                ReportedWeek week = ReportedWeek.of(row);
                Measure measure = measure(row, week, kinds, scopes);
                weeks.add(week.monday());
                sites.add(week);
                if (ids.add(measure.treatmentId())) {
                    measures.add(measure);
                }
            });
            return new LiceTreatments(measures, weeks, sites.all(),
                    outcome.read() - outcome.faults().size() - measures.size(),
                    Stream.of(kinds.note("are kept as Other"), scopes.note("are kept without a scope")).flatMap(Optional::stream).toList(),
                    outcome.faults(), outcome.read());
        }
    }

    private static Measure measure(AuthorityRow row, ReportedWeek week, UnknownWords kinds, UnknownWords scopes) throws RowRejected {
        String measure = row.required(MEASURE);
        String type = measure.toLowerCase(Locale.ROOT).endsWith("medikamentell") ? row.required(TYPE) : row.text(TYPE);
        Integer cages = row.text(CAGES).isEmpty() ? null : (Integer) row.whole(CAGES, 0, MOST_CAGES);
        MeasureKind kind = MeasureKind.of(measure, type);
        if (!kind.isKnown()) {
            kinds.add(MEASURE, type.isEmpty() ? measure : measure + ", " + type);
        }
        return new Measure(row.line(), id(row, week), week.monday(), week.siteId(), kind.category(), subtype(row, kind), kind.requiresHandling(),
                scope(row, scopes), cages);
    }

    private static @Nullable String subtype(AuthorityRow row, MeasureKind kind) throws RowRejected {
        List<String> columns = switch (kind.category()) {
            case "Cleanerfish" -> List.of(CLEANER_FISH);
            case "Other", "Combination" -> List.of(SUBSTANCE, TYPE, MEASURE);
            default -> List.of(SUBSTANCE);
        };
        Optional<String> column = columns.stream().filter(name -> !row.text(name).isEmpty()).findFirst();
        return column.isEmpty() ? null : row.stored(column.get());
    }

    private static @Nullable String scope(AuthorityRow row, UnknownWords unknown) {
        String scope = row.text(SCOPE);
        return switch (scope.toLowerCase(Locale.ROOT)) {
            case "hele lokaliteten" -> "full";
            case "deler av lokaliteten" -> "partial";
            case "" -> null;
            default -> {
                unknown.add(SCOPE, scope);
                yield null;
            }
        };
    }

    // place names are not part of the id: a later release may spell them differently
    private static String id(AuthorityRow row, ReportedWeek week) {
        String said = IDENTITY.stream().map(row::text).collect(Collectors.joining("\n"));
        // rows without cages keep the id that they had before there were any
        String identity = row.text(CAGES).isEmpty() ? said : said + "\n" + row.text(CAGES);
        return ReportedWeek.treatmentId("lice", week.monday(), week.siteId(), identity);
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        List<String> notes = new ArrayList<>(unknown);
        if (duplicates > 0) {
            notes.add("left out: " + duplicates + " rows that repeat another one exactly");
        }
        List<Measure> measures = treatments.stream().filter(m -> !m.monday().isAfter(source.today())).toList();
        ReportWeeks.note(source, treatments.size() - measures.size()).ifPresent(notes::add);
        ReportWeeks.stage(staging, source, "treatment", weeks, sites);
        try (RowAppender rows = staging.append(StagingTables.REPORT_TREATMENT)) {
            measures.forEach(m -> rows.add(source.number(), m.line(), m.treatmentId(), m.monday(), m.siteId(), m.category(), m.subtype(),
                    m.requiresHandling(), m.scope(), m.cages()));
        }
        return new Staged(notes);
    }
}
