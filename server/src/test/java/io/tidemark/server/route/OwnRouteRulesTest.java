package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.SqlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A deployment's own files: each says how it keeps farmers' figures confidential, and what can be seen to break that is
 * refused.
 */
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
        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageContaining(message);
    }

    private static final String BENCHMARK = """
            /*
            summary: Fish by week
            family: mortality
            confidentiality: {rule: benchmark, sum: [n]}
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
        write("v3/z.sql", BENCHMARK.replace("rows: [week]",
                "rows: [week, {is_large: 'CASE WHEN :is_large THEN 1 END'}]\nlet: {is_large: 'weight_class > 1000'}"));
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

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            {rule: benchmark, sum: [n]} | benchmark             | v3/x.sql:10: field n has no kind: say
            sum: [n]                    | sum: [n], public: [n] | v3/x.sql:10: field n has the kinds sum and public: say
            sum: [n]                    | sum: [n, m]           | v3/x.sql:4: confidentiality names m, which is no field
            sum: [n]                    | sum: ["*", "m_*"]     | v3/x.sql:4: confidentiality names m_*, which is no
            sum: [n]                    | total: [n]            | a field shows no total; there are sum, made_once
            sum: [n]                    | made_once: [n]        | v3/x.sql:10: field n, said to be made once
            """)
    void aFieldOfABenchmarkHasOneKind(String good, String bad, String message) throws IOException {
        write("v3/x.sql", BENCHMARK.replace(good, bad));

        assertThatThrownBy(() -> RouteCatalog.load(folder)).hasMessageContaining(message);
    }

    @Test
    void aNameMayTellTheKindAndNoHeaderSaysOtherwise() throws IOException {
        String own = BENCHMARK.replace("  n:", "  farmer_n:").replace("AS n", "AS farmer_n");
        write("v3/x.sql", own.replace("{rule: benchmark, sum: [n]}", "benchmark"));
        assertThat(RouteCatalog.load(folder).match("/v3/x").orElseThrow().route().confidentiality().figures("farmer_n"))
                .containsExactly(Confidentiality.Figure.OWN);

        write("v3/x.sql", own.replace("sum: [n]", "sum: [farmer_n]"));
        assertThatThrownBy(() -> RouteCatalog.load(folder))
                .hasMessageContaining("field farmer_n has the kinds sum and own: say once");
    }

    @Test
    void rowsOfSitesUnderAnotherNameAreRefusedToo() throws IOException {
        write("v3/x.sql", BENCHMARK.replace("[total]", "[{stock: {as: every}}]")
                .replace("FROM total", "FROM every_stock"));
        assertThatThrownBy(() -> RouteCatalog.load(folder))
                .hasMessageContaining("every_stock has rows of single farmers and sites");
    }

    /** Each reads rows of others in a SELECT, beside own rows that are kept. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT count(*) AS n FROM stock_day WHERE farmer_id <> :own_farmer                        | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE :own_farmer IS NOT NULL                         | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE coalesce(:own_farmer, 'x') > ''                 | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE NOT (farmer_id = :own_farmer)                   | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE farmer_id = :own_farmer OR fish_count > 0       | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE farmer_id = :own_farmer AND fish_count > 0 OR true | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE farmer_id = :own_farmer OR NOT :sees_all        | SELECT that reads stock_day
            SELECT count(*) AS n FROM stock_day WHERE NOT :is_farmer OR :own_farmer IS NULL           | SELECT that reads stock_day
            SELECT sum(CASE WHEN farmer_id = :own_farmer THEN 0 ELSE fish_count END) AS n FROM stock_day | SELECT that reads stock_day
            SELECT sum(fish_count) AS n FROM stock_day HAVING max(farmer_id) = :own_farmer            | SELECT that reads stock_day
            SELECT n - (SELECT sum(fish_count) FROM Stock_Day) AS n FROM (SELECT sum(fish_count) AS n FROM stock_day WHERE farmer_id = :own_farmer) s | SELECT that reads Stock_Day
            WITH e AS (SELECT sum(fish_count) AS n FROM main."stock_day") SELECT e.n FROM e, stock_day s WHERE s.farmer_id = :own_farmer | SELECT that reads stock_day
            SELECT sum(l.loss_count) AS n FROM stock_day s JOIN loss_day l ON l.date = s.date WHERE s.farmer_id = :own_farmer | SELECT that reads loss_day
            SELECT sum(l.loss_count) AS n FROM stock_day s JOIN loss_day l ON l.date = s.date WHERE farmer_id = :own_farmer | with the table's name before the column
            SELECT sum(l.loss_count) AS n FROM loss_day l JOIN farmer f ON true WHERE f.farmer_id = :own_farmer | SELECT that reads loss_day
            SELECT count(*) AS n FROM stock_day WHERE farmer_id = :own_farmer UNION ALL SELECT count(*) FROM loss_day | SELECT that reads loss_day
            SELECT count(*) AS n FROM site p WHERE p.site_id = :own_farmer OR EXISTS (SELECT 1 FROM stock_day s WHERE p.site_id = :own_farmer) | SELECT that reads stock_day
            SELECT count(*) AS n FROM (SUMMARIZE stock_day) s WHERE column_name = :own_farmer         | not by SHOW_REF
            SELECT count(*) AS n FROM query_table('stock_day') WHERE farmer_id = :own_farmer          | no table is read by the function query_table
            SELECT count(*) AS n FROM query('SELECT * FROM stock_day') WHERE farmer_id = :own_farmer  | no table is read by the function query
            SELECT count(* AS n FROM stock_day WHERE farmer_id = :own_farmer                          | cannot be checked: syntax error
            """)
    void rowsOfOthersBesideOwnOnesAreRefused(String sql, String message) throws IOException {
        write("v3/x.sql", OWN_FILE.formatted("confidentiality: own", sql));
        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theLineOfAReadingThatIsNotKeptIsTold() throws IOException {
        write("v3/x.sql", OWN_FILE.formatted("confidentiality: own", """
                -- øy
                WITH e AS (
                  SELECT 'ø' AS n,
                    1 AS x
                  FROM loss_day
                )
                SELECT count(*) AS n FROM stock_day WHERE farmer_id = :own_farmer"""));
        assertThatThrownBy(() -> RouteCatalog.load(folder))
                .hasMessage("v3/x.sql:12: with confidentiality: own each SELECT that reads"
                + " loss_day keeps the caller's rows in its WHERE, such as farmer_group_key = :own_group or farmer_id "
                + "= :own_farmer");
    }

    /** Pieces with rows of single farmers are kept like tables; what a file puts into a piece is no query. */
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            FROM total     | FROM total, (SELECT sum(fish_days) AS others FROM stock WHERE NOT is_own) o | SELECT that reads stock
            with: [total]  | with: [total, sea]                                              | the shared piece sea has rows of single sites and groups
            rows: [week]   | rows: [week, {fish: '(SELECT sum(fish_count) FROM stock_day)'}] | the row column fish may use the columns of a cell and functions
            """)
    void sharedPiecesBesideOwnRowsAreSumsToo(String good, String bad, String message) throws IOException {
        String route = BENCHMARK.replace("{rule: benchmark, sum: [n]}", "own").replace("ORDER BY week",
                "WHERE EXISTS (SELECT 1 FROM stock_day s WHERE s.farmer_id = :own_farmer) ORDER BY week");
        write("v3/x.sql", route);
        RouteCatalog.load(folder);
        write("v3/x.sql", route.replace(good, bad));
        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageContaining(message);
    }

    /** The files that ship are examples for others, and keep what is asked of these. */
    @Test
    void aCopyOfEachShippedFileOfOwnRowsIsARoute() throws IOException {
        List<String> shipped = RouteCatalog.load(null).routes().stream()
                .filter(route -> route.confidentiality().kind() == Confidentiality.Kind.OWN).map(RouteContract::file)
                .filter(file -> !String.valueOf(SqlTree.shipped().get(file)).contains("same_as:")).toList();
        assertThat(shipped).hasSizeGreaterThan(5);
        for (String file : shipped) {
            write(file.replace("v3/", "v3/copy/"), String.valueOf(SqlTree.shipped().get(file)));
        }
        assertThat(RouteCatalog.load(folder).routes()).extracting(RouteContract::file)
                .containsAll(shipped.stream().map(file -> file.replace("v3/", "v3/copy/")).toList());
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
            confidentiality: own                      | SELECT count(*) AS n FROM stock_day WHERE (NOT :is_farmer OR :own_farmer = farmer_id) AND fish_count > 0 | ALL
            confidentiality: own                      | WITH o AS (SELECT site_id FROM stock_day s WHERE s.farmer_id = :own_farmer) SELECT count(*) AS n FROM o JOIN site USING (site_id) | ALL
            confidentiality: own                      | SELECT count(*) AS n FROM stock_day s JOIN loss_day ON loss_day.date = s.date WHERE s.farmer_id = :own_farmer AND loss_day.farmer_id = :own_farmer | ALL
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
