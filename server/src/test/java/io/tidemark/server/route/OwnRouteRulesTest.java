package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.sql.RouteFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A deployment's own files: each says how it keeps farmers' figures confidential, and what can be seen to break that is refused. */
class OwnRouteRulesTest {

    private static final String OWN_FILE = """
            /*
            summary: How many
            family: common
            %s
            fields:
              n: {type: integer, meaning: how many}
            */
            %s
            """;

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            order: area                            | SELECT count(*) AS n FROM stock_day              | v3/x.sql:1: the file reads rows of farmers and does not say how it keeps them confidential
            order: area                            | SELECT count(*) AS n FROM cell_stock             | v3/x.sql:1: the file reads rows of farmers and does not say how it keeps them confidential
            order: area%rows: [week]%with: [included] | SELECT count(*) AS n FROM included             | v3/x.sql:1: the file reads rows of farmers and does not say how it keeps them confidential
            confidentiality: benchmark             | SELECT count(*) AS n FROM cell_stock             | v3/x.sql:4: confidentiality: benchmark needs a shared piece that sums whole atoms in with
            confidentiality: benchmark%rows: [week]%with: [included] | SELECT count(*) AS n FROM cell_stock | v3/x.sql:4: with confidentiality: benchmark rows of farmers are read by shared pieces alone
            confidentiality: own                   | SELECT count(*) AS n FROM stock_day              | v3/x.sql:4: confidentiality: own needs :own_group or :own_farmer in the SQL
            confidentiality: {rule: trust me}      | SELECT count(*) AS n FROM stock_day              | v3/x.sql:4:
            confidentiality: none                  | SELECT count(*) AS n FROM stock_day              | v3/x.sql:4: the header cannot be read: no confidentiality "none"
            """)
    void aFileThatDoesNotKeepFarmersFiguresIsRefused(String said, String sql, String message) throws IOException {
        write("v3/x.sql", OWN_FILE.formatted(said.replace('%', '\n'), sql));

        // the family has no window, which a piece misses as well
        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class).hasMessageContaining(message);
    }

    private static final String BENCHMARK = """
            /*
            summary: Fish by week
            family: mortality
            confidentiality: benchmark
            period: week
            rows: [week]
            sums: [fish_days]
            with: [total]
            fields:
              n: {type: number, meaning: fish-days}
            */
            SELECT CAST(fish_days AS DOUBLE) AS n FROM total ORDER BY week OFFSET :offset LIMIT :row_limit
            """;

    @Test
    void aBenchmarkOfOnesOwnIsARoute() throws IOException {
        write("v3/x.sql", BENCHMARK);
        write("v3/y.sql", BENCHMARK.replace("rows: [week]", "rows: [week, {size: 'weight_group(weight_class, 500)'}]")
                .replace("SELECT", "-- no stock_day and no stock: 'sums' alone\nSELECT"));
        write("v3/z.sql", BENCHMARK.replace("rows: [week]", "rows: [week, {is_large: 'CASE WHEN :is_large THEN 1 END'}]\nlet: {is_large: 'weight_class > 1000'}"));
        new EmptySnapshot(RouteCatalog.load(folder), folder).close();
    }

    /** Each gives figures of single sites or groups, and was accepted once. */
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            FROM total           | FROM (SELECT week, fish_days FROM stock WHERE NOT is_own) t        | stock has rows of single farmers and sites
            FROM total           | FROM (SELECT week, max(fish_days) AS fish_days FROM STOCK GROUP BY 1) t | stock has rows of single farmers and sites
            FROM total           | FROM (SELECT week, count(*) AS fish_days FROM included GROUP BY 1) t | included has rows of single farmers and sites
            sums: [fish_days]    | sums: [fish_days, farmer_group_key]                                | a shared piece sums no farmer_group_key
            sums: [fish_days]    | sums: [fish_days, site_number]                                     | a shared piece sums no site_number
            rows: [week]         | rows: [week, {fish: '(SELECT sum(fish_count) FROM stock_day)'}]    | the row column fish may use the columns of a cell and functions, no query
            rows: [week]         | rows: [week, {fish: 'week FROM cell_stock) passing GROUP BY 1, 2, 3 --'}] | the row column fish may use the columns of a cell and functions, no query
            rows: [week]         | rows: [week, {fish: 'week, farmer_group_key'}]                     | the row column fish may use the columns of a cell and functions, no query
            with: [total]        | with: [total, {sea: {month: sea_month}}]                           | shared piece sea has no argument month; there are as, rows, parts, sums, losses and atom
            with: [total]        | with: [{total: {atom: cell}}]                                      | the argument atom: cell is for files that ship with Tidemark
            with: [total]        | with: [total, sea]                                                 | the shared piece sea has rows of single sites and groups; it is for files that ship with Tidemark
            with: [total]        | with: [total, fed_degree]                                          | the shared piece fed_degree has rows of single sites and groups; it is for files that ship with Tidemark
            with: [total]        | with: [total, {stock: {as: 'x AS (SELECT * FROM stock_day), y'}}]  | as is a word in small letters
            rows: [week]         | "rows: [week, {fish: 'CASE WHEN :few THEN 1 END'}]%let: {few: EXISTS (SELECT 1 FROM site)}" | the condition few may use the columns of a cell and functions, no query
            rows: [week]         | "rows: [week, {fish: 'CASE WHEN :few THEN 1 END'}]%let: {few: ':sees_all'}" | the shared pieces alone look at :sees_all
            rows: [week]         | "rows: [week, {fish: 'CASE WHEN :few THEN 1 END'}]%let: {few: stock_day IS NULL}" | rows of farmers are read by shared pieces alone
            FROM total           | FROM total WHERE NOT :sees_all                                     | the shared pieces alone look at :sees_all
            CAST(fish_days       | CAST(:min_farmers + fish_days                                      | the shared pieces alone look at :min_farmers
            FROM total           | FROM (SELECT 1 AS week, sum(fish_count) AS fish_days FROM STOCK_DAY) t | rows of farmers are read by shared pieces alone
            FROM total           | "FROM (SELECT '--' AS week, sum(fish_count) AS fish_days FROM stock_day) t" | rows of farmers are read by shared pieces alone
            FROM total           | "FROM (SELECT $$ ' $$ AS week, /* -- */ sum(fish_count) AS fish_days FROM stock_day) t" | rows of farmers are read by shared pieces alone
            FROM total           | "FROM (SELECT 1 AS week, sum(fish_count) AS fish_days FROM read_parquet('lake/snapshots/x/st*/*.parquet')) t" | files cannot be read here
            FROM total           | "FROM (SELECT 1 AS week, sum(fish_count) AS fish_days FROM 'lake/snapshots/x/st*/*.PARQUET') t" | files cannot be read here
            fields:              | "parameters:%  own_group: {type: text, meaning: another group}%fields:"  | parameter own_group has the name of a value that every file has
            fields:              | "parameters:%  sees_all: {type: boolean, meaning: all}%fields:"    | parameter sees_all has the name of a value that every file has
            fields:              | "parameters:%  min_farmers: {type: integer, min: 1, max: 9, meaning: groups}%fields:" | parameter min_farmers has the name of a value that every file has
            """)
    void aBenchmarkThatIsNotOfSharedPiecesSumsIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", BENCHMARK.replace(good, bad.replace('%', '\n')));

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class).hasMessageContaining(message);
    }

    @Test
    void rowsOfSitesUnderAnotherNameAreRefusedToo() throws IOException {
        write("v3/x.sql", BENCHMARK.replace("[total]", "[{stock: {as: every}}]").replace("FROM total", "FROM every_stock"));
        assertThatThrownBy(() -> RouteCatalog.load(folder)).hasMessageContaining("every_stock has rows of single farmers and sites");
    }

    @Test
    void rowsThatAreOnesOwnAreComparedWithTheCaller() throws IOException {
        for (String condition : List.of("farmer_id <> :own_farmer", ":own_farmer IS NOT NULL", "coalesce(:own_farmer, 'x') > ''")) {
            write("v3/x.sql", OWN_FILE.formatted("confidentiality: own", "SELECT count(*) AS n FROM stock_day WHERE " + condition));
            assertThatThrownBy(() -> RouteCatalog.load(folder)).hasMessageContaining("confidentiality: own needs a comparison with the caller");
        }
    }

    @Test
    void whoSharesAQueryAdmitsNobodyElse() throws IOException {
        write("v3/x.sql", OWN_FILE.formatted("confidentiality: admin", "SELECT count(*) AS n FROM stock_day"));
        write("v3/y.sql", "/*\nsummary: The same\nsame_as: v3/x.sql\naccess: summed\n*/\n");
        assertThatThrownBy(() -> RouteCatalog.load(folder))
                .hasMessageContaining("v3/x.sql has access: admin, which a file that shares its query cannot change");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            order: area                               | SELECT count(*) AS n FROM site                                              | ALL
            confidentiality: own                      | SELECT count(*) AS n FROM stock_day WHERE farmer_id = :own_farmer           | ALL
            confidentiality: admin                    | SELECT count(*) AS n FROM stock_day                                         | ADMIN
            """)
    void aFileThatKeepsThemIsARoute(String said, String sql, RouteAccess access) throws IOException {
        write("v3/x.sql", OWN_FILE.formatted(said, sql));

        RouteCatalog catalog = RouteCatalog.load(folder);

        assertThat(catalog.match("/v3/x").orElseThrow().route().access()).isEqualTo(access);
        new EmptySnapshot(catalog, folder).close();
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
