package io.tidemark.server.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.IngestOutcome;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The demo is large enough that filters show something: the share of the fish-days of the last 52 released weeks whose
 * atoms lie whole in a filter, as the table in docs/coast.md has it. Run by {@code bin/test demo} alone, since it makes
 * the lake in full size.
 */
@Tag("demo")
@SuppressWarnings("NullAway.Init") // set before all tests
class DemoCoverageTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 22);
    private static final String COVERED = """
            WITH fish AS (
              SELECT sum(fish_days) AS fish_days
              FROM stock_cell JOIN site USING (site_id)
              WHERE placement = 'offshore'
                AND piece_start > CAST($1 AS DATE) - INTERVAL 52 WEEK
                AND piece_start <= (SELECT max(piece_start) FROM released_stock_cell)
                AND ($2 = '' OR generation = $2)
                AND weight_class >= $3
                AND weight_class < $4
            ), whole AS (
              SELECT sum(fish_days) AS fish_days
              FROM (
                SELECT piece_start, atom, atom_cells, fish_days, (production_area_id, generation, weight_class) AS cell
                FROM released_stock_cell
                WHERE site_placement = 'offshore'
                  AND piece_start > CAST($1 AS DATE) - INTERVAL 52 WEEK
                  AND ($2 = '' OR generation = $2)
                  AND weight_class >= $3
                  AND weight_class < $4
              )
              WHERE atom IS NOT NULL
              GROUP BY piece_start, atom
              HAVING count(DISTINCT cell) = max(atom_cells)
            )
            SELECT CAST((SELECT sum(fish_days) FROM whole) AS DOUBLE) / (SELECT fish_days FROM fish)
            """;

    @TempDir
    private static Path folder;

    private static SnapshotDatabase database;

    @BeforeAll
    static void make() {
        assertThat(new DemoLake(folder, TODAY, _ -> { }).make(DemoLake.SITES).outcome())
                .isEqualTo(IngestOutcome.PUBLISHED);
        database = SnapshotDatabase.open(Lake.at(folder.resolve("lake")).current().orElseThrow(),
                new EngineSettings(2, 1024, folder));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static double covered(String generation, int fromGram, int toGram) {
        try (DuckSession session = database.session()) {
            return session.first(COVERED, row -> row.getDouble(1), TODAY.toString(), generation, fromGram, toGram)
                    .orElseThrow();
        }
    }

    @Test
    void allFishWithoutAFilter() {
        assertThat(covered("", 0, Integer.MAX_VALUE)).isGreaterThan(0.99);
    }

    // generations that hold a tenth of the fish or more
    @ParameterizedTest
    @CsvSource({"H2025", "V2025", "V2026"})
    void sevenTenthsOfOneGeneration(String generation) {
        assertThat(covered(generation, 0, Integer.MAX_VALUE)).isGreaterThan(0.7);
    }

    @Test
    void sixTenthsFromTwoToFiveKilograms() {
        assertThat(covered("", 2000, 5000)).isGreaterThan(0.6);
    }
}
