package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The files under sql/ as contracts: all of ours hold, and each kind of broken file is refused with name, line and
 * reason.
 */
class RouteCatalogTest {

    private static final String GOOD = """
            /*
            summary: Platform areas, once more
            family: common
            parameters:
              at_least: {type: integer, min: 0, max: 9, default: 1, meaning: production areas at least}
            fields:
              name: {type: string, meaning: the name}
              size: {type: integer, meaning: production areas}
            */
            SELECT name, size_of(production_area_ids) AS size
            FROM platform_area
            WHERE size_of(production_area_ids) >= :at_least
            ORDER BY area_id
            """;

    private static final String WITH_OBJECT = """
            /*
            summary: Sites of production areas
            family: common
            set: {on_land: false, least: 1, word: x}
            order: area
            fields:
              area: {type: integer, meaning: production area}
              sites:
                type: object
                meaning: its sites
                keys:
                  first: {type: string, meaning: the lowest number}
                  count: {type: integer, meaning: how many}
              name: {type: string, meaning: its name}
            */
            SELECT
              a.area_id AS area,
              min(s.site_id) AS sites__first,
              count(s.site_id) AS sites__count,
              a.area_name AS name
            FROM production_area a
            JOIN site s ON s.production_area_id = a.area_id
            WHERE (:on_land OR s.placement = 'offshore') AND :word = 'x'
            GROUP BY a.area_id, a.area_name
            HAVING count(s.site_id) >= :least
            ORDER BY a.area_id
            """;

    private static final String SHARING = """
            /*
            summary: The same on land
            same_as: v3/x.sql
            set: {on_land: true, least: 2}
            without: [sites]
            order: area
            */
            """;

    @TempDir
    Path folder;

    @Test
    void ourOwnFilesHoldAgainstTheTablesOfTheLake() {
        try (var snapshot = new EmptySnapshot(RouteCatalog.load(null), folder)) {
            assertThat(snapshot.served().areas().shown()).isEmpty();
        }
    }

    @Test
    void aDeploymentsFileIsARoute() throws IOException {
        write("v3/custom/area-sizes.sql", GOOD);

        RouteCatalog catalog = RouteCatalog.load(folder);

        assertThat(catalog.match("/v3/custom/area-sizes")).hasValueSatisfying(m -> {
            assertThat(m.route().summary()).isEqualTo("Platform areas, once more");
            assertThat(m.route().parameters()).containsOnlyKeys("at_least");
        });
        new EmptySnapshot(catalog, folder).close();
    }

    @Test
    void aParameterWithoutATypeIsTheSharedOneWithWhatTheFileSays() throws IOException {
        write("v3/x.sql", GOOD.replace("  at_least:", "  offset:\n  limit: {max: 5, default: 5}\n  at_least:")
                .replace("ORDER BY area_id",
                "ORDER BY area_id\nOFFSET :offset LIMIT :row_limit"));
        write("v3/y.sql", GOOD.replace("  at_least:", "  limit: {type: integer, min: 3, max: 4, meaning: rows}\n  "
                + "at_least:").replace("ORDER BY area_id", "ORDER BY area_id\nLIMIT :row_limit"));
        RouteCatalog catalog = RouteCatalog.load(folder);

        assertThat(catalog.match("/v3/x").orElseThrow().route().parameters()).hasEntrySatisfying("offset", offset -> {
            assertThat(offset.meaning()).isEqualTo("rows to skip");
            assertThat(offset.defaultTo()).isEqualTo("0");
        }).hasEntrySatisfying("limit", limit -> {
            assertThat(limit.meaning()).isEqualTo("rows at most");
            assertThat(List.of(String.valueOf(limit.min()), String.valueOf(limit.max()),
                    String.valueOf(limit.defaultTo()))).containsExactly("0", "5", "5");
        });
        // one with a type is whole, as it was before there were shared ones
        assertThat(catalog.match("/v3/y").orElseThrow().route().parameters()).hasEntrySatisfying("limit",
                limit -> assertThat(limit.defaultTo()).isNull());
    }

    @Test
    void aConditionStandsForItsNameInBrackets() throws IOException {
        write("v3/x.sql", GOOD.replace("family: common", "family: common\nlet: {few: \":at_least > 1 OR area_id = "
                + "':few'\"}")
                .replace("ORDER BY", "  AND NOT :few -- :few\nORDER BY"));

        RouteCatalog catalog = RouteCatalog.load(folder);

        assertThat(catalog.match("/v3/x").orElseThrow().route().sql().text())
                .contains("\n  AND NOT (:at_least > 1 OR area_id = ':few') -- :few\n");
        new EmptySnapshot(catalog, folder).close();
    }

    // what passed before does not stand for a query that means something else now
    @Test
    void anotherTypeInTheHeaderIsTestedThoughTheSqlIsTheSame() throws IOException {
        String number = GOOD.replace("size_of(production_area_ids) AS size", ":at_least AS size");
        write("v3/custom/area-sizes.sql", number);
        new EmptySnapshot(RouteCatalog.load(folder), folder).close();
        write("v3/custom/area-sizes.sql", number.replace("{type: integer, min: 0, max: 9, default: 1, meaning",
                "{type: text, meaning"));
        RouteCatalog changed = RouteCatalog.load(folder);
        assertThatThrownBy(() -> new EmptySnapshot(changed, folder).close()).isInstanceOf(RouteFileException.class)
                .hasMessage("v3/custom/area-sizes.sql:8: field size is declared integer; the SQL gives VARCHAR");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            family: common                | family: sharks                | v3/x.sql:3: no family sharks; there are mortality, comparison, comparison_public, mortality_v2, mortality_v2_codelist, mortality_v2_lists, environment
            {type: string, meaning        | {type: string, unti: x, meaning | v3/x.sql:7: the header cannot be read: there is no key unti; did you mean unit?
            summary: Platform             | sumary: Platform              | v3/x.sql:2: the header cannot be read: there is no key sumary; did you mean summary?
            {type: string, meaning        | {type: text, meaning          | v3/x.sql:7: the header cannot be read: no field type text
            /*                            | --                            | v3/x.sql:1: the file must begin with its contract
            >= :at_least                  | >= 1                          | v3/x.sql:5: parameter at_least is declared and not used
            >= :at_least                  | >= :at_least + :more          | v3/x.sql:12: parameter :more is not declared
            type: integer, min: 0, max: 9, default: 1, | default: 1,      | v3/x.sql:5: parameter at_least has no type, and neither the family nor parameters.yaml declares it
            at_least: {type: integer, min: 0, max: 9, default: 1, | from_date: {default_back: soon,  | v3/x.sql:5: parameter from_date default_back is a number of weeks or months, not soon
            family: common                | period: fortnight             | v3/x.sql:3: the header cannot be read: no period "fortnight"
            family: common                | access: nobody                | v3/x.sql:3: the header cannot be read: no access nobody; there are all, farmer, own, owners, admin, summed
            family: common                | family: treatment%takes: [colour] | v3/x.sql:4: the family offers no parameter colour; it offers species_code, treatment_category
            family: common                | paging: endless               | v3/x.sql:3: the header cannot be read: paging is single or absent
            family: common                | is_not: half a sentence       | v3/x.sql:9: the header cannot be read: is_not is one or two sentences, with a full stop
            family: common                | family: common%let: {few: "size_of(production_area_ids) < 3"} | v3/x.sql:4: let names few, which is not used
            family: common                | family: common%let: {Few: "1 = 1"}         | v3/x.sql:4: a name under let is a word in small letters, not Few
            family: common                | family: common%let: {today: "1 = 1"}       | v3/x.sql:4: let names today, which is a parameter or a value that every file has
            family: common                | family: common%let: {exclude_self: "true"} | v3/x.sql:4: let names exclude_self, which is a parameter or a value that every file has
            family: common                | family: common%let: {first_day: "true"}    | v3/x.sql:4: let names first_day, which is a parameter or a value that every file has
            family: common                | family: common%let: {few: "a) OR (b"}      | v3/x.sql:4: let few is one condition: its brackets close, and it has no comment and no semicolon
            family: common                | family: common%let: {few: "a -- b"}        | v3/x.sql:4: let few is one condition: its brackets close, and it has no comment and no semicolon
            family: common                | family: common%let: {few: ":a", more: ":few"} | v3/x.sql:4: let few uses :a, which is not declared
            family: common                | family: common%let: {more: ":few", few: "true"} | v3/x.sql:4: let more uses :few, which is a condition itself; write it out
            min: 0, max: 9,               | min: 0,                       | v3/x.sql:5: the header cannot be read: an integer parameter needs min and max
            """)
    void aBrokenHeaderIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", GOOD.replace(good, bad.replace('%', '\n')));

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            BETWEEN :first_day AND :last_day | BETWEEN plus_days(:first_day, 7) AND :last_day | v3/x.sql:5: slice is for rows that do not depend on the window
            SELECT week                      | SELECT week, :last_day AS until                | v3/x.sql:5: slice is for rows that do not depend on the window
            slice: week                      | slice: week%single: true                       | v3/x.sql:5: slice is for lists of rows
            slice: week                      | slice: from_date                               | v3/x.sql:1: slice is from_date, which the SQL does not give as a date
            slice: week                      | slice: number                                  | v3/x.sql:1: slice is number, which the SQL does not give as a date
            """)
    void aSliceWhoseRowsMayDependOnTheWindowIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", """
                /*
                summary: Weeks with temperatures
                family: environment
                period: week
                slice: week
                without_parameters: [areas]
                fields:
                  week: {type: date, meaning: its Monday}
                */
                SELECT week, count(*) AS number
                FROM area_week_temperature
                WHERE week BETWEEN :first_day AND :last_day
                GROUP BY 1
                ORDER BY week
                OFFSET :offset LIMIT :row_limit
                """.replace(good, bad.replace('%', '\n')));

        assertThatThrownBy(() -> new EmptySnapshot(RouteCatalog.load(folder), folder))
                .isInstanceOf(RouteFileException.class).hasMessageStartingWith(message);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            FROM platform_area            | FROM platform_aria            | v3/x.sql:11: the SQL does not run: Catalog Error: Table with name platform_aria does not exist!
            SELECT name,                  | SELECT nome,                  | v3/x.sql:10: the SQL does not run: Binder Error: Referenced column "nome" not found
            size: {type: integer          | size: {type: boolean          | v3/x.sql:8: field size is declared boolean; the SQL gives BIGINT
            AS size                       | AS sized                      | v3/x.sql:8: field size is not given by the SQL
            ORDER BY area_id              | ; DROP VIEW site              | v3/x.sql:10: the SQL does not run: only queries can run here
            SELECT name, size_of(production_area_ids) AS size | COPY (SELECT 1) TO 'x' -- | v3/x.sql:11: the SQL does not run: Parser Error
            WHERE size_of                 | WERE size_of                  | v3/x.sql:12: the SQL does not run: Parser Error: syntax error
            AS size                       | AS size,%{list}ame,           | v3/x.sql:12: the SQL does not run: Binder Error: Referenced column "same" not found
            """)
    void sqlThatDoesNotFitItsHeaderOrTheTablesIsRefused(String good, String bad, String message) throws IOException {
        String each = bad.contains("{list}") ? "family: common\neach: {list: [n, s]}" : "family: common";
        write("v3/x.sql", GOOD.replace("family: common", each).replace(good, bad.replace('%', '\n')));
        RouteCatalog catalog = RouteCatalog.load(folder);

        assertThatThrownBy(() -> new EmptySnapshot(catalog, folder)).isInstanceOf(RouteFileException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            type: object                     | type: string                | v3/x.sql:14: the header cannot be read: keys and leave_out_nulls belong to a field of type object
            area: {type: integer,            | area: {type: object,        | v3/x.sql:7: the header cannot be read: an object needs keys
            first: {type: string,            | first: {type: object, keys: {a: {type: string, meaning: b}}, | v3/x.sql:14: the header cannot be read: a key of an object cannot be an object itself
            count: {type: integer, meaning:  | count: {type: integer, mean: | v3/x.sql:13: the header cannot be read: a field needs type and meaning
            on_land: false,                  | on_land: [1],               | v3/x.sql:15: the header cannot be read: set gives on_land a value that is not true, false, a whole number or text
            on_land: false,                  | today: false, on_land: true, | v3/x.sql:4: set gives today, which is a parameter or a value that every file has
            on_land: false,                  | unused: 1, on_land: false,  | v3/x.sql:4: set gives unused, which is not used
            on_land: false,                  | no_land: false,             | v3/x.sql:4: set gives no_land, which is not used
            family: common                   | family: mortality_v2_codelist | v3/x.sql:3: the family's envelope v2_dated needs a field last_modified of type datetime
            family: common                   | family: comparison_public | v3/x.sql:3: the family's envelope v3_sourced needs the fields source and source_date
            order: area                      | without: [name]             | v3/x.sql:15: the header cannot be read: without belongs to a file with same_as
            """)
    void aBrokenObjectOrConstantIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", WITH_OBJECT.replace(good, bad));

        // other faults of the change are reported too
        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOfSatisfying(RouteFileException.class,
                e -> assertThat(e.faults()).extracting(RouteFileException.Fault::toString)
                        .anySatisfy(fault -> assertThat(fault).startsWith(message)));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            AS sites__count                  | AS sites_count              | v3/x.sql:13: key count of sites is not given by the SQL; its column is sites__count
            count: {type: integer            | count: {type: string        | v3/x.sql:13: key count of sites is declared string; the SQL gives BIGINT
            count: {type: integer            | number: {type: integer      | v3/x.sql:13: key number of sites is not given by the SQL; its column is sites__number
            a.area_name AS name              | a.area_nome AS name         | v3/x.sql:20: the SQL does not run: Binder Error
            """)
    void keysThatTheSqlDoesNotGiveAreRefusedOnce(String good, String bad, String message) throws IOException {
        write("v3/x.sql", WITH_OBJECT.replace(good, bad));
        write("v3/y.sql", SHARING);
        RouteCatalog catalog = RouteCatalog.load(folder);

        // the file that shares the query does not repeat the fault
        assertThatThrownBy(() -> new EmptySnapshot(catalog, folder)).isInstanceOfSatisfying(RouteFileException.class,
                e -> assertThat(e.faults()).singleElement().asString().startsWith(message));
    }

    @Test
    void aFileMayShareAnothersQuery() throws IOException {
        write("v3/x.sql", WITH_OBJECT);
        write("v3/y.sql", SHARING);
        RouteCatalog catalog = RouteCatalog.load(folder);

        RouteContract route = catalog.match("/v3/y").orElseThrow().route();
        assertThat(route.summary()).isEqualTo("The same on land");
        assertThat(route.fields()).extracting(FieldContract::name).containsExactly("area", "name");
        assertThat(route.columnOf("name")).isEqualTo(1);
        assertThat(route.query().columns()).filteredOn(c -> !c.shown()).extracting(ColumnContract::name)
                .containsExactly("sites__first", "sites__count");
        assertThat(route.query().constants()).containsExactly(Map.entry("least", 2), Map.entry("on_land", true),
                Map.entry("word", "x"));
        assertThat(catalog.match("/v3/x").orElseThrow().route().query().constants()).containsEntry("on_land", false);
        new EmptySnapshot(catalog, folder).close();
    }

    @Test
    void whoSharesAQueryMayHaveAParameterForAConstantAndNoPage() throws IOException {
        write("v3/x.sql", WITH_OBJECT.replace("fields:", "parameters:\n  offset:\n  limit:\nfields:")
                .replace("ORDER BY a.area_id",
                "ORDER BY a.area_id\nOFFSET :offset LIMIT :row_limit"));
        write("v3/y.sql", SHARING.replace("set: {on_land: true, least: 2}",
                "single: true\nset: {on_land: true}\nwithout_parameters: [offset, limit]\n"
                + "parameters:\n  least: {type: integer, min: 1, max: 9, default: 2, meaning: sites at least}"));
        RouteCatalog catalog = RouteCatalog.load(folder);
        RouteContract shared = catalog.match("/v3/y").orElseThrow().route();

        assertThat(shared.parameters()).containsOnlyKeys("least");
        assertThat(shared.single()).isTrue();
        assertThat(shared.paging()).isEqualTo(Paging.NONE);
        assertThat(shared.query().constants()).doesNotContainKey("least").containsEntry("on_land", true)
                .containsEntry("offset", 0);
        new EmptySnapshot(catalog, folder).close();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            same_as: v3/x.sql     | same_as: v3/z.sql          | v3/y.sql:3: same_as names v3/z.sql; there is no such route's file
            same_as: v3/x.sql     | same_as: v3/y.sql          | v3/y.sql:3: same_as names v3/y.sql, which has no query of its own; name the file that has
            on_land: true         | at_sea: true               | v3/y.sql:4: v3/x.sql sets no at_sea; it sets least, on_land, word
            on_land: true         | on_land: 1                 | v3/y.sql:4: on_land is 1; v3/x.sql sets it to false, which is of another type
            least: 2              | least: two                 | v3/y.sql:4: least is two; v3/x.sql sets it to 1, which is of another type
            without: [sites]      | without_parameters: [limit] | v3/y.sql:5: v3/x.sql has no parameter limit that can be left out: the page, or a filter that is then open
            without: [sites]      | "parameters:%  lest: {type: integer, min: 1, max: 9, meaning: at least}" | v3/y.sql:6: parameter lest stands for no constant of its type: v3/x.sql sets none of that name
            without: [sites]      | "parameters:%  least: {type: text, meaning: at least}" | v3/y.sql:6: parameter least stands for no constant of its type
            without: [sites]      | "parameters:%  least: {type: integer, min: 1, max: 9, meaning: at least}" | v3/y.sql:4: set gives least, which is a parameter here
            without: [sites]      | "parameters:%  least: {min: 1}" | v3/y.sql:6: parameter least has no type
            without: [sites]      | without: [sights]          | v3/y.sql:5: v3/x.sql has no field sights
            without: [sites]      | without: [area, sites, name] | v3/y.sql:5: without leaves no field
            order: area           | family: common             | v3/y.sql:7: the header cannot be read: family, period, slice, takes, with, let and fields are those of the file
            order: area           | ordre: area                | v3/y.sql:6: the header cannot be read: there is no key ordre; did you mean order?
            summary: The same     | order: The same            | v3/y.sql:6: the header cannot be read: Duplicate field 'order'
            */                    | */ SELECT 1                | v3/y.sql:3: a file with same_as has no SQL of its own
            """)
    void aBrokenSharingIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", WITH_OBJECT);
        write("v3/y.sql", SHARING.replace(good, bad.replace('%', '\n')));

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aFileWithFaultsIsNotMissedByTheOneThatSharesIt() throws IOException {
        write("v3/x.sql", WITH_OBJECT.replace("family: common", "family: sharks"));
        write("v3/y.sql", SHARING);

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOfSatisfying(RouteFileException.class,
                e -> assertThat(e.faults()).extracting(RouteFileException.Fault::file).containsExactly("v3/x.sql"));
    }

    @Test
    void allFaultsOfAllFilesAreSaidTogether() throws IOException {
        write("v3/x.sql", GOOD.replace("common", "sharks"));
        write("v3/y.sql", GOOD.replace(":at_least", "1"));
        write("v4/z.sql", GOOD);
        write("v3/common/site.sql", GOOD);

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOfSatisfying(RouteFileException.class,
                e -> assertThat(e.faults()).extracting(RouteFileException.Fault::file)
                        .containsExactlyInAnyOrder("v3/x.sql", "v3/y.sql", "v4/z.sql", "v3/common/site.sql"));
    }

    @ParameterizedTest
    @CsvSource({"/v3/common/site/10029,/v3/common/site/{site_id},10029", "/v3/common/site,/v3/common/site,",
        "/v3/common/site/,,", "/v3/common/site/1/2,,", "/v3/common/site/{site_id},/v3/common/site/{site_id},{site_id}",
        "/v3/nothing,,", "/,,"})
    void pathsFindTheirFiles(String path, String route, String siteId) {
        var match = RouteCatalog.load(null).match(path);

        assertThat(match.map(m -> m.route().path()).orElse(null)).isEqualTo(route);
        assertThat(match.map(m -> m.pathValues()).orElse(Map.of()).get("site_id")).isEqualTo(siteId);
    }

    @Test
    void aParameterThatEveryRouteHasIsNobodysOwn() throws IOException {
        write("v3/common/one.sql", """
                /*
                summary: One
                family: common
                parameters:
                  format: {type: text, meaning: mine}
                fields:
                  x: {type: string, meaning: it}
                */
                SELECT :format AS x
                """);
        assertThatThrownBy(() -> RouteCatalog.load(folder))
                .hasMessageContaining("v3/common/one.sql:5: parameter format is one that"
                + " every route has; choose another name");
    }

    /** The fingerprint is part of every ETag: a corrected formula must not be answered with 304. */
    @Test
    void anotherFileIsAnotherFingerprint() throws IOException {
        String shipped = RouteCatalog.load(null).fingerprint();
        assertThat(RouteCatalog.load(null).fingerprint()).isEqualTo(shipped);
        String file = "v3/common/one.sql";
        String text = "/*\nsummary: One\nfamily: common\nfields:\n  x: {type: integer, meaning: one}\n*/\nSELECT 1 AS "
                + "x\n";
        write(file, text);
        String one = RouteCatalog.load(folder).fingerprint();
        write(file, text.replace("SELECT 1", "SELECT 2"));
        assertThat(List.of(shipped, one, RouteCatalog.load(folder).fingerprint())).doesNotHaveDuplicates();
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void constantsOfAFileMayHaveOtherValues() {
        RouteCatalog shipped = RouteCatalog.load(null);
        RouteCatalog other = shipped.withConstants(Map.of("light_limit", 700, "sharks", 1));

        assertThat(other.match("/v3/watch/units").orElseThrow().route().query().constants())
                .isEqualTo(Map.of("heavy_from_gram", 500, "light_limit", 700, "heavy_limit", 250));
        assertThat(other.match("/v3/mortality/size").orElseThrow().route())
                .isSameAs(shipped.match("/v3/mortality/size").orElseThrow().route());
        assertThat(other.fingerprint()).isNotEqualTo(shipped.fingerprint());
        assertThat(shipped.withConstants(Map.of())).isSameAs(shipped);
    }
}
