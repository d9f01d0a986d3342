package io.tidemark.ingest.authority;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.file.Sha256;
import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.TableFormat;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads files in the authority's own formats into the staging tables.
 *
 * @param ignoreUnknown whether files of no known format do not fail the delivery
 */
public record AuthorityReader(StagingDatabase staging, boolean ignoreUnknown) {

    private static final SqlFile SQL = SqlFile.of("ingest/authority.sql");
    private static final String UNKNOWN_SITE = "is not a site of the register, and the report does not say where it "
            + "lies";

    private static final List<String> REPORTS = List.of("report_treatment",
            "report_temperature", "report_lice", "report_disease");

    private static final List<String> STAGED = Stream.concat(REPORTS.stream(), Stream.of(
            "register_site", "statistics_month", "statistics_generation",
            "institute_quartile", "institute_loss", "found_outline")).toList();

    /** Reads the files; the lists of the new snapshot must already be staged, since some files add to them. */
    public AuthorityFiles read(List<DeliveredFile> delivered) {
        staging.create("register_site", "statistics_month", "statistics_generation",
                "report_treatment", "report_temperature", "report_lice",
                "report_disease", "institute_quartile", "institute_loss",
                "report_week", "report_site_week", "report_site",
                "found_outline");
        if (!delivered.isEmpty()) {
            TableFormat.prepare(staging.session());
        }
        List<AuthorityFile> files = new ArrayList<>();
        SortedMap<String, String> ignored = new TreeMap<>();
        for (DeliveredFile file : delivered) {
            try {
                files.add(read(file, files.size(), files.size() + ignored.size()));
            } catch (AuthorityText.Unknown e) {
                ignored.put(file.relative(), e.reason());
            }
        }
        return new AuthorityFiles(rankStatistics(files), ignored);
    }

    private AuthorityFile read(DeliveredFile file, int number, int place) throws AuthorityText.Unknown {
        long start = System.nanoTime();
        try {
            Path folder = Files.createDirectory(staging.folder().resolve("authority-" + place));
            return read(file, AuthorityText.of(file, folder, staging), number, start);
        } catch (AuthorityText.Unknown e) {
            if (ignoreUnknown) {
                throw e;
            }
            return failed(file, e.reason(), start);
        } catch (AuthorityFormatException e) {
            return failed(file, e.problem(), start);
        } catch (BadFileException e) {
            return failed(file, Objects.requireNonNull(e.getMessage()), start);
        } catch (IOException e) {
            return failed(file, Objects.requireNonNull(BadFileException.of(e).getMessage()), start);
        }
    }

    private AuthorityFile read(DeliveredFile file, AuthorityText text, int number, long start) throws IOException {
        String table = text.format().table();
        List<String> notes = new ArrayList<>(text.sheet().isEmpty() ? List.of() : List.of("sheet " + text.sheet()));
        try {
            AuthorityContent content = text.format().reader()
                    .read(new AuthorityContent.Source(text.path(), number, file.relative(), text.sheet()), staging);
            notes.addAll(content.notes());
            if (staging.explains(file)) {
                notes.add("read as " + table + ", with the columns " + String.join(", ", text.format().columns()));
                explain(number, notes);
            }
            return new AuthorityFile(file, table, Sha256.hex(file.path(), staging::checkCancelled), content.read(),
                    notes, content.faults(), null, seconds(start));
        } catch (AuthorityFormatException e) {
            return AuthorityFile.failed(file, table, notes,
                    file.relative().substring(file.relative().lastIndexOf('/') + 1) + ": " + e.problem(),
                    seconds(start));
        }
    }

    private void explain(int number, List<String> notes) {
        STAGED.forEach(table -> SQL.get("first_staged").part("table", table).with("file", number)
                .each(staging.session(), row -> notes.add("a row for " + table.replaceFirst(".*?_", "") + ": "
                + DisplayText.row(row.getString(1)))));
    }

    private static AuthorityFile failed(DeliveredFile file, String reason, long start) {
        return AuthorityFile.failed(file, "authority file", List.of(), reason, seconds(start));
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    // figures by production area take precedence over figures by county, within the delivery and over the lake
    private List<AuthorityFile> rankStatistics(List<AuthorityFile> files) {
        if (files.isEmpty()) {
            return files;
        }
        Map<Integer, Long> covered = new HashMap<>();
        SQL.get("covered_months").each(staging.session(), row -> covered.put(row.getInt(1), row.getLong(2)));
        for (String table : List.of("statistics_month", "statistics_generation")) {
            SQL.get("drop_covered_months").part("table", table).run(staging.session());
        }
        List<AuthorityFile> ranked = new ArrayList<>(files);
        covered.forEach((number, months) -> ranked.set(number, files.get(number).and(
                List.of("left out: " + months + " months that are known by production area"), List.of())));
        return ranked;
    }

    /**
     * Rejects report rows that contradict those of another file, and those about sites without a position in the
     * register or the reports; tells what the snapshot takes from another file. Call after the register is staged.
     */
    public AuthorityFiles check(AuthorityFiles read) {
        if (read.files().isEmpty()) {
            return read;
        }
        List<List<RowFault>> faults = read.files().stream().<List<RowFault>>map(file -> new ArrayList<>()).toList();
        reject(read, faults, "other_temperatures", "Sjøtemperatur", "another temperature of the same site and week");
        reject(read, faults, "other_lice", "Voksne hunnlus", "other lice counts of the same site and week");
        reject(read, faults, "other_periods", "Til dato", "another last day of the same period in the same week");
        SQL.get("unknown_sites").each(staging.session(), row -> faults.get(row.getInt(1))
                .add(new RowFault(row.getLong(2), "Lokalitetsnummer", row.getString(3), UNKNOWN_SITE)));
        drop(SQL.get("unknown_sites"));
        List<List<String>> notes = read.files().stream().<List<String>>map(file -> new ArrayList<>()).toList();
        SqlStatement corrected = SQL.get("corrected_weeks");
        SQL.get("count_corrected").part("corrected_weeks", corrected)
                .each(staging.session(), row -> notes.get(row.getInt(1)).add("left out: "
                + row.getLong(3) + " sites and weeks of which " + path(read, row.getInt(2)) + " has a later report"));
        dropCorrected("report_lice", "week", corrected);
        dropCorrected("report_treatment", "date", corrected);
        SQL.get("reported_measures").each(staging.session(), row -> notes.get(row.getInt(1))
                .add("left out: " + row.getLong(2) + " measures of sites and weeks that the food-safety reports have"));
        SQL.get("drop_reported_measures").run(staging.session());
        SQL.get("known_lice").each(staging.session(), row -> notes.get(row.getInt(1))
                .add("left out: " + row.getLong(2) + " lice counts that the lake has from the weekly lice report"));
        SQL.get("drop_known_lice").run(staging.session());
        SQL.get("taken_elsewhere").each(staging.session(), row -> {
            String table = row.getString(2);
            notes.get(row.getInt(1)).add("left out: " + row.getLong(5) + " " + row.getString(4) + " that "
                    + (table == null ? path(read, row.getInt(3)) : table) + " has");
        });
        return new AuthorityFiles(IntStream.range(0, faults.size())
                .mapToObj(number -> read.files().get(number).and(notes.get(number), faults.get(number))).toList(),
                read.ignored());
    }

    // the query finds rows that contradict an earlier file: its number, line, value, and the number of that file
    private void reject(AuthorityFiles read, List<List<RowFault>> faults, String query, String column, String other) {
        SQL.get(query).each(staging.session(), row -> faults.get(row.getInt(1)).add(new RowFault(row.getLong(2), column,
                Objects.requireNonNullElse(row.getString(3), ""), path(read, row.getInt(4)) + " has " + other)));
        drop(SQL.get(query));
    }

    // a row of a report is one row: what is rejected of it is rejected of all the tables that it is staged in
    private void drop(SqlStatement rejected) {
        staging.make("rejected_report_row", SQL.get("rejected_rows").part("rejected", rejected));
        REPORTS.forEach(table -> SQL.get("drop_rejected").part("table", table).run(staging.session()));
    }

    private void dropCorrected(String table, String day, SqlStatement corrected) {
        SQL.get("drop_corrected").part("table", table).part("day", day).part("corrected_weeks", corrected)
                .run(staging.session());
    }

    private static String path(AuthorityFiles read, int number) {
        return read.files().get(number).file().relative();
    }
}
