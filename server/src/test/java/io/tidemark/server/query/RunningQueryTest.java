package io.tidemark.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A query can be cancelled at any moment: before it runs, in between, while it runs, after it. */
@Timeout(60)
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
        assertThatThrownBy(() -> query.begins(statement)).isInstanceOf(CancellationException.class);
        query.ended();
    }

    /** DuckDB forgets a cancellation that comes before it executes. */
    @Test
    void cancelledBetweenItsBeginningAndItsExecutionItEnds() throws Exception {
        query.begins(statement);
        query.cancel();
        Thread.sleep(100);
        assertThatThrownBy(statement::executeQuery).hasMessageContaining("INTERRUPT");
        query.ended();
    }

    /** DuckDB has all rows before the first is read: what reads them, and encodes them, stops by itself. */
    @Test
    void cancelledWhileItsRowsAreReadTheyEnd() throws SQLException {
        try (PreparedStatement many = session.connection().prepareStatement("SELECT i FROM range(1000000) r(i)")) {
            query.begins(many);
            try (ResultSet result = many.executeQuery()) {
                Rows rows = new Rows(List.of(), result, query);
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

    @Test
    void afterItsEndNothingIsCancelled() throws SQLException {
        query.begins(statement);
        query.ended();
        query.cancel();
        assertThat(query.isCancelled()).isFalse();
        try (PreparedStatement next = session.connection().prepareStatement("SELECT 1")) {
            assertThat(next.executeQuery().next()).isTrue();
        }
    }
}
