package io.tidemark.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.database.SnapshotView.Held;
import io.tidemark.data.table.Measure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlViewsTest {

    private static final String VIEWS = """
            -- A day's readings; there are many.
            -- held: read by many
            -- and often; it is small
            CREATE VIEW day_reading AS
            SELECT 1 AS n; -- one

            -- What is not held: this.
            CREATE VIEW next_day AS
            SELECT n + 1 AS n FROM day_reading;

            -- held in the background: it takes long
            CREATE VIEW all_days AS
            SELECT 7 AS n;

            -- held soon: as day_reading
            CREATE VIEW some_days AS
            SELECT 3 AS n;
            """;

    @Test
    void viewsAreReadWithTheirMarks() {
        assertThat(SqlViews.read("views/1.sql", VIEWS)).containsExactly(
                new SnapshotView("day_reading", "SELECT 1 AS n", Held.AT_OPENING),
                new SnapshotView("next_day", "SELECT n + 1 AS n FROM day_reading", Held.NOT),
                new SnapshotView("all_days", "SELECT 7 AS n", Held.IN_BACKGROUND),
                new SnapshotView("some_days", "SELECT 3 AS n", Held.SOON));
    }

    @Test
    void aLineOfAllMeasuresIsALineOfEach() {
        List<SnapshotView> views = SqlViews.read(SqlTree.shipped());

        assertThat(views).extracting(SnapshotView::select).noneMatch(select -> select.contains("_measure}"));
        for (String name : List.of("cell_stock", "released_cell_stock", "generation_cell_stock",
                "released_generation_cell_stock")) {
            assertThat(select(views, name)).containsAll(Measure.names(Measure.STOCK));
        }
        for (String name : List.of("cell_loss", "released_cell_loss", "generation_cell_loss",
                "released_generation_cell_loss")) {
            assertThat(select(views, name)).containsAll(Measure.names(Measure.LOSS));
        }
    }

    private static Set<String> select(List<SnapshotView> views, String name) {
        return SqlViews.words(views.stream().filter(view -> view.name().equals(name)).findFirst().orElseThrow()
                .select());
    }

    @Test
    void filesAreReadInTheOrderOfTheirNamesAndOthersAreLeftAlone() {
        assertThat(SqlViews.read(Map.of("views/2-b.sql", "CREATE VIEW b AS\nSELECT 1;", "views/1-a.sql",
                "CREATE VIEW a AS\nSELECT 1;",
                "v3/c.sql", "SELECT 1"))).extracting(SnapshotView::name).containsExactly("a", "b");
    }

    @Test
    void whatStandsOnATableIsFoundThroughViews() {
        List<SnapshotView> views = SqlViews.read("views/1.sql", VIEWS);
        assertThat(SqlViews.standingOn(Set.of("day_reading"), views)).containsExactly("day_reading", "next_day");
        assertThat(SqlViews.mentions("SELECT 1 -- of next_day", Set.of("next_day"))).isFalse();
        assertThat(SqlViews.mentions("SELECT 1 FROM next_day_old", Set.of("next_day"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-- held: why\n\nCREATE VIEW v AS\nSELECT 1;", "-- held:\nCREATE VIEW v AS\nSELECT 1;",
        "-- Held: why\nCREATE VIEW v AS\nSELECT 1;", "-- held in background: why\nCREATE VIEW v AS\nSELECT 1;",
        "-- held soon\nCREATE VIEW v AS\nSELECT 1;",
        "CREATE VIEW v AS\nSELECT 1;\n-- held: why\n"})
    void aMarkThatHoldsNothingIsRefused(String text) {
        assertThatThrownBy(() -> SqlViews.read("views/1.sql", "-- First.\nCREATE VIEW u AS\nSELECT 1;\n" + text))
                .isInstanceOf(RouteFileException.class)
                .hasMessageMatching("views/1.sql:\\d: '-- held: why' stands in the comment.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE TABLE v AS\nSELECT 1;", "CREATE VIEW v AS SELECT 1;", "DROP VIEW u;"})
    void somethingElseThanAViewIsRefused(String text) {
        assertThatThrownBy(() -> SqlViews.read("views/1.sql", text)).isInstanceOf(RouteFileException.class)
                .hasMessageContaining("holds something else than CREATE VIEW");
    }
}
