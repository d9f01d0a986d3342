package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.FarmersData;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SharedPieces;
import io.tidemark.server.sql.SqlTree;
import io.tidemark.server.sql.SqlViews;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a shipped file may take means, extremes and counts of: stock has rows of sites, cell_stock those of now. */
class FigureRulesTest {

    private static final String FILE = """
            /*
            summary: A figure
            family: mortality
            confidentiality: {rule: benchmark, %s: [n]}
            period: week
            rows: [week]
            sums: [fish_days, loss_count]
            with: [stock]
            fields:
              n: {type: number, meaning: a figure}
            */
            %s
            OFFSET :offset LIMIT :row_limit
            """;
    private static final SortedMap<String, String> SHIPPED = SqlTree.shipped();
    private static final FarmersData FARMERS = farmers();
    private static final RouteCompiler COMPILER = compiler();

    private static FarmersData farmers() {
        List<SnapshotView> views = SqlViews.read(SHIPPED);
        return FarmersData.with(views);
    }

    private static RouteCompiler compiler() {
        Map<String, ParameterContract> parameters = HeaderYaml.parameters("parameters.yaml", text("parameters.yaml"));
        return new RouteCompiler(HeaderYaml.families("families.yaml", text("families.yaml"), parameters), parameters,
                SharedPieces.read(SHIPPED), FARMERS, Confidentiality.NONE);
    }

    private static String text(String file) {
        return String.valueOf(SHIPPED.get(file));
    }

    private static List<Fault> faults(String kind, String sql) {
        RouteFile file = RouteFile.read("v3/x.sql", FILE.formatted(kind, sql), true);
        return COMPILER.figureFaults(List.of(COMPILER.contract(file)));
    }

    static Stream<Arguments> figuresOverMembers() {
        return Stream.of(
                arguments("sum", "SELECT max(fish_days) AS n FROM stock WHERE NOT is_own", "max() over members"),
                arguments("sum", "SELECT quantile_of(array_agg(fish_days), 5e-1) AS n FROM stock",
                        "array_agg() over members"),
                arguments("sum", "SELECT sum(fish_days) * 1e0 / count(*) AS n FROM stock", "a mean over members"),
                arguments("sum", "SELECT exact_mean(sum(fish_days), count(site_number)) AS n FROM stock",
                        "a mean over members"),
                arguments("sum", "SELECT f / s AS n FROM (SELECT sum(fish_days) AS f, count(*) AS s FROM stock) x",
                        "a mean over members"),
                arguments("sum", "SELECT sum(r) AS n FROM (SELECT site_number, sum(loss_count) / sum(fish_days) AS r "
                        + "FROM stock GROUP BY 1) x", "a sum of the rates of members"),
                arguments("sum", "SELECT max(fish_days) AS n FROM (SELECT s.*, 1 AS one FROM stock s) x",
                        "max() over members"),
                arguments("sum", "SELECT (SELECT min(fish_days) FROM stock) AS n", "min() over members"),
                arguments("sum", "SELECT sum(fish_days) AS n FROM stock UNION ALL SELECT max(fish_days) FROM stock",
                        "max() over members"),
                arguments("sum", "SELECT max(fish_days) OVER (PARTITION BY week) AS n FROM stock",
                        "max() over members"),
                arguments("sum", "select MAX(fish_days) n from stock", "max() over members"),
                arguments("sum", "SELECT max(fish_days) AS n FROM cell_stock WHERE farmer_group_key <> :own_group",
                        "max() over members"),
                arguments("sum", "SELECT max(fish_days) AS n FROM cell_stock WHERE farmer_group_key = :own_group OR "
                        + "true", "max() over members"),
                arguments("sum", "SELECT max(fish_days) AS n FROM cell_stock WHERE NOT is_own(farmer_group_key, "
                        + "farmer_id, :own_group, :own)", "max() over members"),
                arguments("sum", "SELECT max(fish_days) AS n FROM cell_stock WHERE is_own = :sees_all",
                        "max() over members"),
                arguments("sum", "SELECT count(DISTINCT site_number) AS n FROM cell_stock",
                        "a count over cell_stock, which is not as released"),
                arguments("made_once", "SELECT sum(fish_days) AS n FROM stock", "no table of such figures"),
                arguments("made_once", "SELECT max(fish_days) AS n FROM stock",
                        "max() over members and no table of such figures"));
    }

    @ParameterizedTest
    @MethodSource("figuresOverMembers")
    void aFigureOverMembersIsRefused(String kind, String sql, String message) {
        assertThat(faults(kind, sql)).singleElement().asString().contains("10", "field n, said to be ", message + ";");
    }

    static Stream<Arguments> figuresThatAreAllowed() {
        return Stream.of(
                arguments("sum", "SELECT sum(fish_days) AS n FROM stock"),
                arguments("sum", "SELECT period_rate(sum(loss_count), sum(fish_days), 7) AS n FROM stock"),
                arguments("sum", "SELECT count(DISTINCT site_number) AS n FROM stock"),
                arguments("sum", "SELECT count(DISTINCT site_number) * 1e0 / count(*) AS n FROM stock"),
                arguments("sum", "SELECT CASE WHEN max(fish_days) > 0 THEN sum(fish_days) END AS n FROM stock HAVING "
                        + "min(week) > 1"),
                arguments("sum", "SELECT max(fish_days) FILTER (WHERE is_own) AS n FROM stock"),
                arguments("sum", "SELECT max(f) AS n FROM (SELECT week, sum(fish_days) AS f FROM stock GROUP BY 1) x"),
                arguments("sum", "SELECT sum(r) / count(r) AS n FROM (SELECT week, sum(loss_count) / sum(fish_days) AS "
                        + "r FROM stock GROUP BY 1) x"),
                arguments("sum", "SELECT max(fish_days) AS n FROM cell_stock WHERE (:sees_all OR farmer_group_key = "
                        + ":own_group) AND true"),
                arguments("sum", "SELECT max(fish_days) AS n FROM cell_stock WHERE is_own(farmer_group_key, farmer_id,"
                        + " :own_group, :own)"),
                arguments("sum", "SELECT sum(excess) / count(*) AS n FROM treatment_event"),
                arguments("made_once", "SELECT sum(loss_rate) / count(*) AS n FROM ranked_site"),
                arguments("made_once", "SELECT max(mean_loss_rate) AS n FROM site_quarter"),
                arguments("public", "SELECT max(fish_days) AS n FROM stock"));
    }

    @ParameterizedTest
    @MethodSource("figuresThatAreAllowed")
    void aSumIsAllowedAndSoIsWhatIsMadeOnce(String kind, String sql) {
        assertThat(faults(kind, sql)).isEmpty();
    }

    @Test
    void sqlThatCannotBeReadIsRefusedAtItsLine() {
        assertThat(faults("sum", "SELECT 1 AS n\nFROM FROM stock")).singleElement().asString()
                .contains("13", "the SQL cannot be read");
    }
}
