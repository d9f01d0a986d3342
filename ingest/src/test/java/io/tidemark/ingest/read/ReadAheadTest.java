package io.tidemark.ingest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is asked for, in whatever order, a file's rows are that file's. */
@SuppressWarnings("NullAway.Init") // set before each test
final class ReadAheadTest {

    @TempDir
    Path folder;

    private LakeLock lock;
    private StagedSnapshot staged;
    private StagingDatabase staging;

    // all files stand there before any is read
    @BeforeEach
    void open() throws IOException {
        for (char name : new char[] {'a', 'b', 'c', 'd'}) {
            Files.writeString(path(name), "date,site_id,unit_id,feed_kg\n" + IntStream.rangeClosed(0, name - 'a')
                    .mapToObj(i -> "2026-01-01,10001," + name + "," + i + "\n").collect(Collectors.joining()));
        }
        Files.writeString(path('x'), "\0");
        Files.writeString(path('y'), "\0");
        Lake lake = Lake.at(folder.resolve("lake"));
        lock = lake.lock();
        staged = lake.stage(Instant.parse("2026-01-01T00:00:00Z"));
        staging = StagingDatabase.open(staged, LocalDate.of(2026, 1, 1), 0);
    }

    @AfterEach
    void close() {
        staging.close();
        staged.close();
        lock.close();
    }

    // a is of one row, b of two and so on; x and y are no text files
    @ParameterizedTest(name = "{0} expected, {1} asked for")
    @CsvSource({
        "abcd, abcd, 1 2 3 4",
        "abcd, a, 1",
        "abcd, acd, 1 3 4",
        "abcd, d, 4",
        "'', ba, 2 1",
        "ab, acb, 1 3 2",
        "bd, abcd, 1 2 3 4",
        "axb, axb, 1 bad 2",
        "xya, xya, bad bad 1",
        "xya, a, 1"})
    void theRowsAreTheFiles(String expected, String asked, String answers) {
        List<String> rows = new ArrayList<>();
        try (ReadAhead ahead = new ReadAhead(staging)) {
            ahead.expect(files(expected));
            for (DeliveredFile file : files(asked)) {
                rows.add(answer(ahead, file));
            }
        }
        assertThat(String.join(" ", rows)).isEqualTo(answers);
    }

    private String answer(ReadAhead ahead, DeliveredFile file) {
        try {
            RowsAsRead read = ahead.read(file, SourceTables.FEEDING);
            // the unit of each row is the file's name
            assertThat(staging.session().list("SELECT DISTINCT unit_id FROM (" + read.table().rows() + ")",
                    row -> row.getString(1)))
                    .containsExactly(file.relative());
            assertThat(staging.session().list("SELECT rowid FROM (" + read.table().numberedRows()
                    + ") ORDER BY feed_kg",
                    row -> row.getLong(1))).isEqualTo(Stream.iterate(0L, n -> n + 1).limit(read.rows()).toList());
            read.table().drop(staging.session());
            return Long.toString(read.rows());
        } catch (BadFileException e) {
            return "bad";
        }
    }

    @Test
    void anEndInTheMiddleLeavesNothingRunning() throws IOException {
        Path large = folder.resolve("large.csv");
        Files.writeString(large, "date,site_id,unit_id,feed_kg\n" + "2026-01-01,10001,large,1\n".repeat(2_000_000));
        DeliveredFile first = file('a');
        ReadAhead ahead = new ReadAhead(staging);
        ahead.expect(List.of(first, new DeliveredFile(large, "large", DeliveryPart.FARMERS, "F1", "feeding",
                DeliveredFile.Packing.PLAIN)));
        assertThat(answer(ahead, first)).isEqualTo("1");
        ahead.close();
        // the session is as it was
        assertThat(staging.reading().number("SELECT 1")).isEqualTo(1);
    }

    @Test
    void aFileThatGoesAfterItsScanIsBad() throws Exception {
        CsvText text = CsvText.open(file('a'), () -> { });
        Files.delete(path('a'));
        assertThatThrownBy(() -> new CsvReading(staging).read(text, SourceTables.FEEDING, 1))
                .isInstanceOf(BadFileException.class).hasMessage("cannot be read: it is no longer there");
    }

    // a delivered file is read by a link of ours, which stays
    @ParameterizedTest
    @CsvSource({"l", "n"})
    void aFileThatGoesBeforeItsRowsAreReadIsBad(char name) throws IOException {
        Files.createSymbolicLink(path('l'), folder.resolve("gone"));
        EngineException failure = failureOfReading(name);
        assertThatThrownBy(() -> CsvReading.readingFault(failure, file(name))).isInstanceOf(BadFileException.class)
                .hasMessage("cannot be read: it is no longer there");
    }

    @Test
    void anotherFileThatIsGoneIsNotTheDeliveredFilesFault() {
        EngineException failure = failureOfReading('n');
        assertThatThrownBy(() -> CsvReading.readingFault(failure, file('a'))).isSameAs(failure);
    }

    private EngineException failureOfReading(char name) {
        return catchThrowableOfType(EngineException.class, () -> staging.reading().run(
                "SELECT * FROM read_csv(" + SqlLiteral.of(path(name))
                + ", auto_detect = false, columns = {'a': 'VARCHAR'})"));
    }

    @Test
    void afterTheEndNothingIsRead() {
        ReadAhead ahead = new ReadAhead(staging);
        ahead.close();
        DeliveredFile file = file('a');
        assertThatThrownBy(() -> ahead.read(file, SourceTables.FEEDING))
                .isInstanceOf(RejectedExecutionException.class);
    }

    private List<DeliveredFile> files(String names) {
        return names.chars().mapToObj(name -> file((char) name)).toList();
    }

    private DeliveredFile file(char name) {
        return new DeliveredFile(path(name), String.valueOf(name), DeliveryPart.FARMERS, "F1", "feeding",
                DeliveredFile.Packing.PLAIN);
    }

    private Path path(char name) {
        return folder.resolve(name + ".csv");
    }
}
