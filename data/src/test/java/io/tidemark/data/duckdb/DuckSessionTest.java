package io.tidemark.data.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A session's statement, or that of a session made of it, can be cancelled by another thread, and the next one works.
 */
class DuckSessionTest {

    private static final Duration BETWEEN = Duration.ofMillis(50);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStatementIsCancelled(boolean ofAnother, @TempDir Path spill) throws InterruptedException {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, spill));
                DuckSession other = session.another()) {
            DuckSession asked = ofAnother ? other : session;
            AtomicReference<RuntimeException> end = new AtomicReference<>();
            Thread asking = Thread.ofPlatform().daemon().start(() -> {
                try {
                    asked.number("SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b");
                } catch (EngineException e) {
                    end.set(e);
                }
            });
            // it may not have started yet
            while (asking.isAlive()) {
                session.cancel();
                asking.join(BETWEEN);
            }

            assertThat(end.get()).hasMessageContaining("INTERRUPT");
            assertThat(asked.number("SELECT 2 + 2")).isEqualTo(4);
        }
    }

    @Test
    void aConnectionThatWasGivenAwayOutlivesItsSession(@TempDir Path spill) throws SQLException {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, spill));
                Connection given = session.another().release();
                Statement statement = given.createStatement()) {
            session.cancel();
            try (ResultSet rows = statement.executeQuery("SELECT 2 + 2")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(4);
            }
        }
    }

    @Test
    void nothingRunsAndNothingHappens(@TempDir Path spill) {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, spill))) {
            session.cancel();
            assertThat(session.number("SELECT 2 + 2")).isEqualTo(4);
            session.cancel();
            assertThat(session.number("SELECT 2 + 3")).isEqualTo(5);
        }
    }
}
