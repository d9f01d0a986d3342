package io.tidemark.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.NamedSql;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query is tested once on the same tables, views and macros, and again on any others. */
class TestedQueriesTest {

    private static final RouteContract ROUTE = RouteCatalog.load(null).routes().iterator().next();
    private static final NamedSql.Bound SAMPLE = new NamedSql.Bound("SELECT ? AS n", List.of(1));
    private static final String TABLES = "CREATE TABLE t (a INTEGER, b VARCHAR); CREATE VIEW v AS SELECT a FROM t; "
            + "CREATE MACRO m(x) AS x + 1;";

    @TempDir
    private Path folder;

    private TestedQueries.Tests on(String tables) {
        try (DuckEngine engine = DuckEngine.open(Snapshot.empty(folder), new EngineSettings(1, 128, folder),
                new SnapshotDatabase.Contents(List.of(tables.split(";")), List.of(), List.of()))) {
            return TestedQueries.in(folder).on(engine);
        }
    }

    @Test
    void theRowsDoNotMatter() {
        TestedQueries.Tests first = on(TABLES + " CREATE TABLE rows_do_not_matter (a INTEGER);");
        assertThat(first.passed(ROUTE, SAMPLE)).isFalse();
        first.pass(ROUTE, SAMPLE);
        assertThat(on(TABLES + " CREATE TABLE rows_do_not_matter (a INTEGER); INSERT INTO t VALUES (1, 'x');")
                .passed(ROUTE, SAMPLE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP TABLE t CASCADE;", "ALTER TABLE u RENAME c TO d;",
            "ALTER TABLE u ALTER c TYPE BIGINT;",
        "CREATE OR REPLACE VIEW v AS SELECT b FROM t;", "CREATE OR REPLACE MACRO m(x) AS x + 2;",
        "CREATE OR REPLACE MACRO m(y) AS y + 1;"})
    void anythingElseDoes(String change) {
        String tables = TABLES + " CREATE TABLE u (c INTEGER);";
        on(tables).pass(ROUTE, SAMPLE);
        assertThat(on(tables).passed(ROUTE, SAMPLE)).isTrue();
        assertThat(on(tables + change).passed(ROUTE, SAMPLE)).isFalse();
    }

    // a header may give a parameter another type, and leave the SQL as it is
    @Test
    void aQueryThatPassedWithANumberIsTestedAgainWithAText() {
        TestedQueries.Tests tested = on(TABLES + " CREATE TABLE types (a INTEGER);");
        tested.pass(ROUTE, SAMPLE);
        assertThat(tested.passed(ROUTE, SAMPLE)).isTrue();
        assertThat(tested.passed(ROUTE, new NamedSql.Bound(SAMPLE.sql(), List.of("1")))).isFalse();
        assertThat(tested.passed(ROUTE, new NamedSql.Bound(SAMPLE.sql(), List.of(1.0)))).isFalse();
    }

    @Test
    void theNextProcessKnowsWhatPassed() throws IOException {
        String tables = TABLES + " CREATE TABLE next_process (a INTEGER);";
        TestedQueries.Tests tested = on(tables);
        tested.pass(ROUTE, SAMPLE);
        tested.keep();
        TestedQueries.forget();
        assertThat(on(tables).passed(ROUTE, SAMPLE)).isTrue();
        assertThat(on(tables).passed(ROUTE, new NamedSql.Bound("SELECT ? AS m", List.of(1)))).isFalse();

        // by what it says of the query, not by being there
        Path file = folder.resolve(TestedQueries.FILE);
        // other tests of this process have digests there too: each gets other digits
        String others = Files.readString(file).lines().map(digest -> new BigInteger(digest, 16).flipBit(0).toString(16))
                .collect(Collectors.joining("\n"));
        for (String other : List.of("", "\n\n", "x".repeat(100_000), others, "\u00e5\0")) {
            TestedQueries.forget();
            Files.writeString(file, other);
            assertThat(on(tables).passed(ROUTE, SAMPLE)).as(other).isFalse();
        }
    }

    @Test
    void aFolderThatTakesNoFileIsNoFaultOfTheRoutes() throws IOException {
        Files.createDirectories(folder.resolve(TestedQueries.FILE).resolve("full"));
        TestedQueries.Tests tested = on(TABLES + " CREATE TABLE no_file (a INTEGER);");
        tested.pass(ROUTE, SAMPLE);
        tested.keep();
        assertThat(tested.passed(ROUTE, SAMPLE)).isTrue();
    }
}
