package io.tidemark.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shared pieces and templates, put together as they run. */
class SharedPiecesTest {

    private static final ObjectMapper YAML = YAMLMapper.builder().build();
    private static final Map<String, String> FILES = Map.of(
            "shared/included.sql", """
                    /*
                    parameters: [rows]
                    */
                    {as}included AS (
                      SELECT
                        {column},
                      FROM cell
                      GROUP BY
                        {row},
                    )
                    """,
            "shared/total.sql", """
                    /*
                    parameters: [rows, sums]
                    with: [included]
                    */
                    {as}total AS (
                      SELECT
                        {row},
                        {part},
                        sum({sum}) AS {sum},
                      FROM {as}included
                    )
                    """,
            "shared/area.sql", "area AS (SELECT 1)",
            "shared/passing.sql", "/*\nfragment: true\n*/\n-- Which ones.\nAND a = :a\nAND b = :b",
            "shared/filtered.sql", "filtered AS (\n  SELECT 1\n  WHERE true\n    {passing}\n)",
            "shared/fish.sql", "fish AS (\n  SELECT *\n  FROM {cell}_stock\n)",
            "v3/x.sql", "SELECT 2");

    private static String fill(String header, String sql) throws IOException {
        return fill(header, sql, CellTables.BY_WEIGHT);
    }

    private static String fill(String header, String sql, CellTables cells) throws IOException {
        Map<?, ?> said = YAML.readValue(header, Map.class);
        List<PieceUse> with = YAML.convertValue(said.containsKey("with") ? said.get("with") : List.of(),
                YAML.getTypeFactory().constructCollectionType(List.class, PieceUse.class));
        List<RowColumn> rows = said.containsKey("rows") ? YAML.convertValue(said.get("rows"),
                YAML.getTypeFactory().constructCollectionType(List.class, RowColumn.class)) : null;
        @SuppressWarnings("unchecked")
        List<String> sums = (List<String>) said.get("sums");
        SequencedMap<String, List<String>> each = new LinkedHashMap<>();
        if (said.get("each") instanceof Map<?, ?> lists) {
            lists.forEach((name, items) -> each.put(String.valueOf(name),
                    ((List<?>) items).stream().map(String::valueOf).toList()));
        }
        List<SqlLine> lines = SharedPieces.read(FILES)
                .fill(SqlWithHeader.read("x.sql", sql).lines(), new LineTemplate(Map.of(), each), with,
                new PieceUse("", null, rows, null, sums, null, Map.of()), cells, new SqlLine("with:", "x.sql", 3));
        return String.join("\n", lines.stream().map(SqlLine::text).toList());
    }

    @ParameterizedTest
    @CsvSource({"BY_WEIGHT, cell_stock", "ALL_WEIGHTS, generation_cell_stock"})
    void aPieceReadsTheCellsOfTheRequest(CellTables cells, String view) throws IOException {
        assertThat(fill("{with: [fish]}", "SELECT *\nFROM fish", cells))
                .isEqualTo("WITH\nfish AS (\n  SELECT *\n  FROM " + view
                + "\n)\nSELECT *\nFROM fish");
    }

    @Test
    void aPieceAndWhatItStandsOnComeBeforeTheFilesOwn() throws IOException {
        assertThat(fill("{with: [total, area], rows: [week, {size: weight / 500}], sums: [fish, dead]}", """
                WITH
                rate AS (SELECT 3)
                SELECT *
                FROM rate
                """)).isEqualTo("""
                WITH
                included AS (
                  SELECT
                    week,
                    weight / 500 AS size
                  FROM cell
                  GROUP BY
                    week,
                    size
                ),
                total AS (
                  SELECT
                    week,
                    size,
                    sum(fish) AS fish,
                    sum(dead) AS dead
                  FROM included
                ),
                area AS (SELECT 1),
                rate AS (SELECT 3)
                SELECT *
                FROM rate""");
    }

    @Test
    void aFileWithoutAWithGetsOne() throws IOException {
        assertThat(fill("{with: [area]}", "SELECT *\nFROM area"))
                .isEqualTo("WITH\narea AS (SELECT 1)\nSELECT *\nFROM area");
    }

    @Test
    void aPieceMayBeThereTwiceUnderTwoNames() throws IOException {
        assertThat(fill("{with: [included, {included: {as: old, rows: [month]}}], rows: [week]}", "SELECT 1"))
                .contains("included AS (\n  SELECT\n    week\n", "old_included AS (\n  SELECT\n    month\n");
    }

    @Test
    void aPieceMayStandAtAPlaceOfItsOwn() throws IOException {
        assertThat(fill("{with: [area]}", "WITH\nfirst AS (SELECT 0),\n{area},\nlast AS (SELECT 9)\nSELECT 1"))
                .isEqualTo("WITH\nfirst AS (SELECT 0),\narea AS (SELECT 1),\nlast AS (SELECT 9)\nSELECT 1");
    }

    @Test
    void aFragmentStandsWhereItsNameDoes() throws IOException {
        assertThat(fill("{with: [filtered]}", "SELECT 2\nFROM filtered\nWHERE true\n  {passing}")).isEqualTo("""
                WITH
                filtered AS (
                  SELECT 1
                  WHERE true
                    AND a = :a
                    AND b = :b
                )
                SELECT 2
                FROM filtered
                WHERE true
                  AND a = :a
                  AND b = :b""");
    }

    @Test
    void aLineIsWrittenForEachItemAndForEachPair() throws IOException {
        assertThat(fill("{each: {kind: [a, b], n: [1, 2]}}", "SELECT\n  {kind}_rate,\n  {kind}_{n},\n  7"))
                .isEqualTo("SELECT\n  a_rate,\n  b_rate,\n  a_1,\n  a_2,\n  b_1,\n  b_2,\n  7");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            SELECT%  7,%  {kind}_rate,%FROM x                 | SELECT%  7,%  a_rate,%  b_rate%FROM x
            SELECT%  {kind}_{n},%-- why%%FROM x               | SELECT%  a_1,%  a_2,%  b_1,%  b_2%-- why%%FROM x
            SELECT%  {kind}_rate, -- a, b%from x              | SELECT%  a_rate, -- a, b%  b_rate -- a, b%from x
            SELECT%  concat({kind}, ', -- '),%FROM x           | SELECT%  concat(a, ', -- '),%  concat(b, ', -- ')%FROM x
            x AS (%  VALUES%    ({n}),%)                      | x AS (%  VALUES%    (1),%    (2)%)
            SELECT 1%GROUP BY%  x,%  {kind},%ORDER BY x       | SELECT 1%GROUP BY%  x,%  a,%  b%ORDER BY x
            SELECT%  {kind},%  from_date,%FROM x              | SELECT%  a,%  b,%  from_date,%FROM x
            SELECT%  {kind}(1, 2)%FROM x                      | SELECT%  a(1, 2)%  b(1, 2)%FROM x
            SELECT%  1%WHERE true%  AND {kind} > 0%ORDER BY x | SELECT%  1%WHERE true%  AND a > 0%  AND b > 0%ORDER BY x
            """)
    void theLastOfAListHasNoComma(String sql, String filled) throws IOException {
        assertThat(fill("{each: {kind: [a, b], n: [1, 2]}}", sql.replace('%', '\n')))
                .isEqualTo(filled.replace('%', '\n'));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {with: [sum]}                                                       | SELECT 1      | x.sql:3: there is no shared piece sum; there are area, filtered, fish, included, passing, total
            {with: [passing]}                                                   | SELECT 1      | x.sql:3: passing is a fragment: write {passing} on a line of the SQL, and leave it out of with
            {with: [total], rows: [week]}                                       | SELECT 1      | x.sql:3: shared piece total needs sums
            {with: [included, {included: {rows: [month]}}], rows: [week]}       | SELECT 1      | x.sql:3: shared piece included is requested with different arguments; give one of them another name with as
            {}                                                                  | SELECT {kind} | x.sql:1: no {kind} is known here; the header has no each
            {each: {kinds: [a]}}                                                | SELECT {kind} | x.sql:1: no {kind} is known here; there are kinds
            {}                                                                  | {area},       | x.sql:1: the header's with does not ask for area
            """)
    void whatDoesNotFitIsRefused(String header, String sql, String message) {
        assertThatThrownBy(() -> fill(header, sql)).isInstanceOf(RouteFileException.class).hasMessage(message);
    }

    @Test
    void whatKeepsBenchmarksStandsOnIncluded() {
        SharedPieces pieces = SharedPieces.read(FILES);
        assertThat(pieces.keepsBenchmarks("total")).isTrue();
        assertThat(pieces.keepsBenchmarks("included")).isTrue();
        assertThat(pieces.keepsBenchmarks("area")).isFalse();
        assertThat(pieces.keepsBenchmarks("none")).isFalse();
    }
}
