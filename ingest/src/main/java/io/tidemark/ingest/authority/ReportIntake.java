package io.tidemark.ingest.authority;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.report.LiceReport;
import io.tidemark.ingest.authority.report.LiceTreatments;
import io.tidemark.ingest.authority.report.ReportedSite;
import io.tidemark.ingest.read.CopyWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The authority's weekly fish-health reports: measures against lice, and sea temperatures. Their weeks replace the lake's. */
final class ReportIntake {

    private final DuckSession session;
    private final Path folder;
    private final LocalDate today;
    private final List<AuthorityFile> files = new ArrayList<>();

    ReportIntake(DuckSession session, Path folder, LocalDate today) {
        this.session = session;
        this.folder = folder;
        this.today = today;
    }

    /** Measures against lice become treatments. */
    void take(AuthorityFile file, LiceTreatments content) {
        file.read(content.read(), content.faults());
        if (content.duplicates() > 0) {
            file.note("left out: " + content.duplicates() + " rows that repeat another one exactly");
        }
        List<LiceTreatments.Measure> measures = content.treatments().stream().filter(m -> !m.monday().isAfter(today)).toList();
        int number = begin(file, "treatment", content.weeks(), content.sites(), content.treatments().size() - measures.size());
        insert("report_treatment", measures.stream().map(m -> Arrays.<@Nullable Object>asList(number, m.line(), m.treatmentId(),
                m.monday(), m.siteId(), m.category(), m.subtype(), m.requiresHandling(), m.scope())).toList());
    }

    /** Sea temperatures of the lice report. */
    void take(AuthorityFile file, LiceReport content) {
        file.read(content.read(), content.faults());
        file.note("its sea temperatures were taken, not its counts of lice");
        if (content.without() > 0) {
            file.note(content.without() + " rows have no temperature");
        }
        if (content.duplicates() > 0) {
            file.note("left out: " + content.duplicates() + " rows that repeat a site and week");
        }
        List<LiceReport.Reading> readings = content.readings().stream().filter(r -> !r.monday().isAfter(today)).toList();
        int number = begin(file, "temperature", content.weeks(), content.sites(), content.readings().size() - readings.size());
        insert("report_temperature", readings.stream().map(r -> Arrays.<@Nullable Object>asList(number, r.line(), r.monday(),
                r.siteId(), r.temperature())).toList());
    }

    private int begin(AuthorityFile file, String table, Collection<LocalDate> weeks, List<ReportedSite> sites, int late) {
        if (late > 0) {
            file.note("left out: " + late + " rows of weeks after " + today);
        }
        insert("report_week", weeks.stream().filter(w -> !w.isAfter(today)).map(w -> Arrays.<@Nullable Object>asList(table, w))
                .toList());
        insert("report_site", sites.stream().map(s -> Arrays.<@Nullable Object>asList(s.siteId(), s.name(), s.latitude(),
                s.longitude(), s.productionAreaId(), s.week())).toList());
        files.add(file);
        return files.size() - 1;
    }

    // one statement for each of tens of thousands of rows would take longer than reading the file
    private void insert(String table, List<List<@Nullable Object>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Path csv = folder.resolve(table + ".csv");
        try {
            try (CopyWriter out = new CopyWriter(csv)) {
                for (List<@Nullable Object> row : rows) {
                    out.record(row.stream().<@Nullable String>map(value -> value == null ? null : value.toString()).toList());
                }
            }
            session.run("INSERT INTO " + table + " SELECT * FROM read_csv($1, header = false, "
                    + "auto_detect = false, delim = ',', quote = '\"', escape = '\"', columns = " + columns(rows.getFirst()
                    .size()) + ")",
                    csv.toString());
            Files.delete(csv);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + csv.getFileName(), e);
        }
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(i -> "'c" + i + "': 'VARCHAR'").collect(Collectors.joining(", ", "{", "}"));
    }

    /** Rejects rows about sites that the register does not have, and that the report does not place either. */
    void checkSites() {
        Stream.of("report_treatment", "report_temperature").forEach(table -> {
            String unknown = " FROM " + table + " WHERE site_id NOT IN (SELECT site_id FROM new_site)";
            session.each("SELECT file_no, line, site_id" + unknown, row -> files.get(row.getInt(1)).reject(new RowFault(
                    row.getLong(2), "Lokalitetsnummer", row.getString(3),
                    "is not a site of the register, and the report does not say where it lies")));
            session.run("DELETE" + unknown);
        });
    }
}
