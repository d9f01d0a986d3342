package io.tidemark.ingest.authority.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.NullNode;
import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.AuthorityTable;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.JsonTrees;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.authority.register.SiteRow;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The food-safety authority's open reports of lice and treatments by site and week, as its API gives them: a list of JSON objects. Each
 * licence holder of a site reports, and corrects by another report.
 *
 * @param weeks   what counts of each site and week
 * @param lice    the lice of these
 * @param told    remarks on words that are not known and on properties that are not stored, for people
 * @param faults  rejected rows, by number
 * @param read    rows read
 */
public record FoodSafetyReports(HolderReports weeks, List<CountedWeek> lice, List<String> told, List<RowFault> faults, long read)
        implements AuthorityContent {

    private static final String SITE = "lokalitetsnummer";
    private static final String YEAR = "år";
    private static final String WEEK = "uke";
    private static final String HOLDER = "organisasjonsnummer";
    private static final String SENT = "rapporteringstidspunkt";
    private static final String COUNT = "lusetelling";
    private static final List<String> REQUIRED = Stream.concat(Stream.of(SITE, YEAR, WEEK, SENT, COUNT), FoodSafetyTreatment.LISTS.stream()).toList();
    static final String PUBLISHER = "mattilsynet";
    private static final ObjectReader WHOLE_TEXT = JsonTrees.READER.with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT = new AuthorityFormat("food-safety reports", REQUIRED,
            head -> head.isJson() && head.has(SITE, COUNT), FoodSafetyReports::read);

    /** Copies the lists. */
    public FoodSafetyReports {
        lice = List.copyOf(lice);
        told = List.copyOf(told);
        faults = List.copyOf(faults);
    }

    /**
     * Reads a file.
     *
     * @throws io.tidemark.ingest.authority.format.AuthorityFormatException if the file cannot be read or lacks a required property
     */
    public static FoodSafetyReports read(Path file, Runnable stop) {
        try (AuthorityTable json = AuthorityTable.open(file, REQUIRED, stop)) {
            HolderReports reports = new HolderReports();
            UnknownWords words = new UnknownWords();
            UnstoredProperties unstored = new UnstoredProperties(REQUIRED);
            AuthorityTable.Outcome outcome = json.read(row -> {
                reports.add(report(row, words));
                unstored.count(row);
            });
            return new FoodSafetyReports(reports, reports.lice(),
                    Stream.concat(words.note("have a treatment that is kept as Other").stream(), unstored.notes().stream()).toList(),
                    outcome.faults(), outcome.read());
        }
    }

    private static HolderReports.Report report(AuthorityRow row, UnknownWords words) throws RowRejected {
        String siteId = SiteRow.siteNumber(row, SITE);
        LocalDate monday = ReportedWeek.monday(row, YEAR, WEEK);
        List<FoodSafetyTreatment> treatments = FoodSafetyTreatment.of(name -> tree(row, name));
        for (FoodSafetyTreatment treatment : treatments) {
            treatment.unknownWord().ifPresent(word -> words.add("type", word));
        }
        return new HolderReports.Report(row.line(), siteId, monday, row.text(HOLDER), sent(row), LiceCount.of(COUNT, tree(row, COUNT)),
                treatments);
    }

    private static JsonNode tree(AuthorityRow row, String column) throws RowRejected {
        String text = row.text(column);
        try {
            return text.isEmpty() ? NullNode.getInstance() : WHOLE_TEXT.readTree(text);
        } catch (JsonProcessingException e) {
            // a plain text in place of an object or a list
            throw new RowRejected(column, text, "is no object and no list");
        }
    }

    private static Instant sent(AuthorityRow row) throws RowRejected {
        try {
            return OffsetDateTime.parse(row.required(SENT).toUpperCase(Locale.ROOT)).toInstant();
        } catch (DateTimeException e) {
            throw new RowRejected(SENT, row.text(SENT), "not an instant such as 2026-09-15T12:00:00Z");
        }
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        List<String> notes = new ArrayList<>(told);
        notes.addAll(CountedWeek.stage(staging, source, lice, PUBLISHER));
        List<HolderReports.Treated> treatments = weeks.treatments();
        notes.addAll(weeks.notes(treatments.size()));
        long shortened = treatments.stream().filter(each -> each.treatment().isShortened()).count();
        CountedWeek.note(shortened, "have a treatment whose text was shortened").ifPresent(notes::add);
        List<HolderReports.Treated> past = treatments.stream().filter(each -> !each.monday().isAfter(source.today())).toList();
        try (RowAppender rows = staging.append(StagingTables.REPORT_SITE_WEEK)) {
            weeks.siteWeeks().stream().filter(each -> !each.monday().isAfter(source.today()))
                    .forEach(each -> rows.add(source.number(), each.siteId(), each.monday(), each.sentMs()));
        }
        try (RowAppender rows = staging.append(StagingTables.REPORT_TREATMENT)) {
            past.forEach(t -> rows.add(source.number(), t.line(), t.id(), t.monday(), t.siteId(), t.treatment().category(), t.treatment().subtype(),
                    t.treatment().requiresHandling(), t.treatment().scope(), t.treatment().cages()));
        }
        return new Staged(notes);
    }

    /** The tree of a property of a report; {@code null} where it is not there. */
    @FunctionalInterface
    interface Properties {
        /** Gets it. */
        JsonNode get(String name) throws RowRejected;
    }
}
