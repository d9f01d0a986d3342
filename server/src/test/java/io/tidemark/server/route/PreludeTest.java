package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The project's functions as DuckDB has them. */
class PreludeTest {

    private static DuckSession session;

    @BeforeAll
    static void open(@TempDir Path spill) {
        session = DuckSession.open(new EngineSettings(1, 256, spill));
        RouteCatalog.load(null).contents().macros().forEach(session::run);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    static Stream<PreludeCalls.Call> calls() {
        return PreludeCalls.of("[", "]");
    }

    @ParameterizedTest
    @MethodSource("calls")
    void functions(PreludeCalls.Call call) {
        List<Object> seen = new ArrayList<>();
        session.each("SELECT " + call.sql(), row -> seen.add(row.getObject(1)));
        call.check(seen.getFirst());
    }

    @Test
    void everyFunctionIsCalled() {
        assertThat(PreludeCalls.without("prelude.duckdb.sql", calls())).isEmpty();
        assertThat(PreludeCalls.without("prelude.trino.sql", calls())).isEmpty();
    }
}
