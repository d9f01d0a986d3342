package io.tidemark.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.server.format.ParquetAnswer;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query can be cancelled at any moment: before it runs, in between, while it runs, after it. */
class RunningQueryTest {

    private static final String LONG = "SELECT count(*) FROM range(10000000000) a(i) WHERE (i * 7) % 3 = 1";

    @TempDir
    Path folder;

    private DuckSession session;
    private PreparedStatement statement;
    private final RunningQuery query = new RunningQuery();

    @BeforeEach
    void open() throws SQLException {
        session = DuckSession.open(new EngineSettings(1, 256, folder));
        statement = session.connection().prepareStatement(LONG);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void cancelledBeforeItNeverBegins() {
        query.cancel();
        assertThatThrownBy(() -> query.starting(statement)).isInstanceOf(CancellationException.class);
        query.ended();
    }

    /** DuckDB forgets a cancellation that comes before it executes. */
    @Test
    void cancelledBetweenItsBeginningAndItsExecutionItEnds() throws Exception {
        query.starting(statement);
        query.cancel();
        Thread.sleep(100);
        assertThatThrownBy(statement::executeQuery).hasMessageContaining("INTERRUPT");
        query.ended();
    }

    /** DuckDB has all rows before the first is read: what reads them, and encodes them, stops by itself. */
    @Test
    void cancelledWhileItsRowsAreReadTheyEnd() throws SQLException {
        try (PreparedStatement many = session.connection().prepareStatement("SELECT i FROM range(1000000) r(i)")) {
            query.starting(many);
            try (ResultSet result = many.executeQuery()) {
                QueryRows rows = new QueryRows(List.of(), result, query);
                assertThat(rows.skip(10)).isEqualTo(10);
                assertThat(rows.next()).isEmpty();
                query.cancel();
                assertThatThrownBy(rows::next).isInstanceOf(CancellationException.class);
                assertThatThrownBy(() -> rows.skip(1)).isInstanceOf(CancellationException.class);
            } finally {
                query.ended();
            }
        }
    }

    /** The rows have all been read by then, and DuckDB is at work on another instance. */
    @Test
    void cancelledWhileItsParquetFileIsMadeThatEnds() throws Exception {
        EngineSettings engine = new EngineSettings(1, 256, folder.resolve("spill"));
        FieldContract text = new FieldContract("text", FieldType.STRING, 0, "", "", List.of(), false);
        Path files = Files.createDirectory(folder.resolve("files"));
        try (ParquetAnswer answer = ParquetAnswer.open(List.of(text), files, engine);
                PreparedStatement one = session.connection().prepareStatement("SELECT 1")) {
            for (int i = 0; i < 500_000; i++) {
                answer.write(List.of("a text of some length " + i));
            }
            query.starting(one);
            try (ResultSet result = one.executeQuery()) {
                new QueryRows(List.of(), result, query).cancelBy(answer::cancel);
            }
            Thread canceller = Thread.ofVirtual().start(() -> {
                awaitFile(files, ".parquet");
                query.cancel();
            });
            try {
                assertThatThrownBy(answer::finish).isInstanceOf(EngineException.class)
                        .hasMessageContaining("INTERRUPT");
            } finally {
                query.ended();
                canceller.join();
            }
        }
        assertThat(files).isEmptyDirectory();
    }

    private static void awaitFile(Path folder, String end) {
        while (true) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.anyMatch(file -> file.toString().endsWith(end))) {
                    return;
                }
                Thread.sleep(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Test
    void cancelledBeforeItsFileIsMadeNoneIs() throws SQLException {
        try (PreparedStatement one = session.connection().prepareStatement("SELECT 1")) {
            query.starting(one);
            try (ResultSet result = one.executeQuery()) {
                QueryRows rows = new QueryRows(List.of(), result, query);
                query.cancel();
                assertThatThrownBy(() -> rows.cancelBy(() -> { })).isInstanceOf(CancellationException.class);
            } finally {
                query.ended();
            }
        }
    }

    @Test
    void afterItsEndNothingIsCancelled() throws SQLException {
        query.starting(statement);
        query.ended();
        query.cancel();
        assertThat(query.isCancelled()).isFalse();
        try (PreparedStatement next = session.connection().prepareStatement("SELECT 1")) {
            assertThat(next.executeQuery().next()).isTrue();
        }
    }
}
