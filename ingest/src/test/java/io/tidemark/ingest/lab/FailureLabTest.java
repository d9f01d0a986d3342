package io.tidemark.ingest.lab;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.FileReport;
import io.tidemark.ingest.FolderCopy;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.lab.LabCase.Reject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every broken delivery of the failure lab through the real ingest, into a lake that has good data: what it says, what
 * it rejects, and that the lake is as it was unless something was published.
 */
class FailureLabTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 6, 30);
    private static final Map<IngestOutcome, Integer> EXIT_CODES = Map.of(IngestOutcome.PUBLISHED, 0,
            IngestOutcome.NOTHING_NEW, 0, IngestOutcome.REJECTED, 3);

    @TempDir
    private static Path shared;
    @TempDir
    private Path folder;

    @BeforeAll
    static void fillTheLake() {
        assertThat(ingest(LabCase.LAB.resolve("base/delivery"), Lake.at(shared.resolve("lake"))).outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
    }

    static List<LabCase> cases() {
        return LabCase.all();
    }

    private static IngestReport ingest(Path delivery, Lake lake) {
        return Ingest.run(new IngestOptions(delivery, lake, TODAY, false, IngestOptions.DEFAULT_MAX_REJECT_RATE),
                event -> { });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isMetAsExpected(LabCase lab) throws IOException {
        Path delivery = folder.resolve("delivery");
        lab.deliver(delivery);
        FolderCopy.copy(shared.resolve("lake"), folder.resolve("lake"));
        Lake lake = Lake.at(folder.resolve("lake"));
        Map<String, Long> before = files(lake.root().resolve("snapshots"));
        String current = Files.readString(lake.root().resolve("CURRENT"));

        IngestReport report = ingest(delivery, lake);

        assertThat(report.outcome()).as("%s", report).isEqualTo(lab.expected().outcome());
        assertThat(EXIT_CODES).containsEntry(report.outcome(), lab.expected().exit());
        assertFailures(report, lab.expected().failures());
        assertRejects(report, lab.expected().rejects());
        lab.expected().warnings().forEach(part -> assertThat(report.warnings()).anyMatch(w -> w.contains(part)));
        lab.expected().notes().forEach(part -> assertThat(report.files()).as("%s", part)
                .anyMatch(file -> file.notes().stream().anyMatch(note -> note.contains(part))));
        assertThat(report.toString().chars().noneMatch(Character::isISOControl)).isTrue();
        assertThat(list(lake.root().resolve("staging"))).isEmpty();
        if (report.outcome() != IngestOutcome.PUBLISHED) {
            assertThat(Files.readString(lake.root().resolve("CURRENT"))).isEqualTo(current);
            assertThat(files(lake.root().resolve("snapshots"))).isEqualTo(before);
        }
    }

    private static void assertFailures(IngestReport report, Map<String, String> expected) {
        Map<String, String> failures = new HashMap<>();
        report.files().stream().filter(f -> f.failure() != null)
                .forEach(f -> failures.put(f.path(), Objects.requireNonNull(f.failure())));
        assertThat(failures.keySet()).isEqualTo(expected.keySet());
        expected.forEach((path, part) -> assertThat(failures.get(path)).contains(part));
        // an export is told again for each table made from it
        assertThat(report.files()).extracting(file -> file.path() + " " + file.table()).doesNotHaveDuplicates();
    }

    private static void assertRejects(IngestReport report, Map<String, List<Reject>> expected) throws IOException {
        Path rejects = report.rejects();
        for (Map.Entry<String, List<Reject>> file : expected.entrySet()) {
            List<List<String>> rows = rows(Objects.requireNonNull(rejects).resolve(file.getKey()));
            assertThat(rows).hasSameSizeAs(file.getValue());
            for (int i = 0; i < rows.size(); i++) {
                Reject row = file.getValue().get(i);
                assertThat(rows.get(i).subList(0, 2)).containsExactly(Long.toString(row.line()), row.column());
                assertThat(rows.get(i).get(2)).startsWith(row.value()).hasSizeLessThan(200);
                assertThat(rows.get(i).get(3)).startsWith(row.reason());
            }
        }
        // no rows but those expected
        TreeSet<String> others = new TreeSet<>();
        if (rejects != null) {
            for (String path : files(rejects).keySet()) {
                if (!rows(rejects.resolve(path)).isEmpty()) {
                    others.add(path);
                }
            }
        }
        assertThat(others).isEqualTo(new TreeSet<>(expected.keySet()));
    }

    // without the messages about the whole file
    private static List<List<String>> rows(Path file) throws IOException {
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            return csv.stream().skip(1).map(CsvRecord::getFields).filter(row -> !row.getFirst().isEmpty()).toList();
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static Map<String, Long> files(Path folder) throws IOException {
        Map<String, Long> found = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(folder.relativize(file).toString(), Files.getLastModifiedTime(file).toMillis()
                        + Files.size(file));
            }
        }
        return found;
    }
}
