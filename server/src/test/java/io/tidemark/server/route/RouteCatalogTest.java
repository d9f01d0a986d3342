package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.query.ServedSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files under sql/ as contracts: all of ours hold, and each kind of broken file is refused with name, line and reason. */
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

    @TempDir
    Path folder;

    @Test
    void ourOwnFilesHoldAgainstTheTablesOfTheLake() {
        try (var lease = new Opened(RouteCatalog.load(null), folder)) {
            assertThat(lease.snapshot.areas().shown()).isEmpty();
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
        new Opened(catalog, folder).close();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            family: common                | family: sharks                | v3/x.sql:3: no family sharks; there are mortality, environment, common
            {type: string, meaning        | {type: string, tint: x, meaning | v3/x.sql:7: the header cannot be read: Unrecognized field "tint"
            summary: Platform             | sumary: Platform              | v3/x.sql:9: the header cannot be read: Cannot construct instance of `io.tidemark.server.route.RouteHeader`, problem: a header needs summary
            {type: string, meaning        | {type: text, meaning          | v3/x.sql:7: the header cannot be read: Cannot construct instance of `io.tidemark.server.route.FieldType`, problem: no field type text
            /*                            | --                            | v3/x.sql:1: the file must begin with its contract
            >= :at_least                  | >= 1                          | v3/x.sql:5: parameter at_least is declared and not used
            >= :at_least                  | >= :at_least + :more          | v3/x.sql:12: parameter :more is not declared
            min: 0, max: 9,               | min: 0,                       | v3/x.sql:5: the header cannot be read: Cannot construct instance of `io.tidemark.server.route.ParameterContract`, problem: an integer parameter needs min and max
            """)
    void aBrokenHeaderIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", GOOD.replace(good, bad));

        assertThatThrownBy(() -> RouteCatalog.load(folder)).isInstanceOf(RouteFileException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            FROM platform_area            | FROM platform_aria            | v3/x.sql:11: the SQL does not run: Catalog Error: Table with name platform_aria does not exist!
            SELECT name,                  | SELECT nome,                  | v3/x.sql:10: the SQL does not run: Binder Error: Referenced column "nome" not found
            SELECT name,                  | SELECT name, area_id,         | v3/x.sql:8: field size is number 2 in the header, where the SQL gives area_id
            size: {type: integer          | size: {type: boolean          | v3/x.sql:8: field size is declared boolean; the SQL gives BIGINT
            AS size                       | AS size, 1 AS other           | v3/x.sql:1: column other is not declared as a field
            ORDER BY area_id              | ; DROP VIEW stock_day         | v3/x.sql:13: the SQL does not run: Parser Error
            SELECT name, size_of(production_area_ids) AS size | COPY (SELECT 1) TO 'x' -- | v3/x.sql:10: the SQL does not run: Parser Error
            WHERE size_of                 | WERE size_of                  | v3/x.sql:12: the SQL does not run: Parser Error: syntax error
            """)
    void sqlThatDoesNotFitItsHeaderOrTheTablesIsRefused(String good, String bad, String message) throws IOException {
        write("v3/x.sql", GOOD.replace(good, bad));
        RouteCatalog catalog = RouteCatalog.load(folder);

        assertThatThrownBy(() -> new Opened(catalog, folder)).isInstanceOf(RouteFileException.class)
                .hasMessageStartingWith(message);
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

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** A snapshot whose tables have no rows. */
    private static final class Opened implements AutoCloseable {
        private final ServedSnapshot snapshot;

        Opened(RouteCatalog catalog, Path spill) {
            Manifest nothing = new Manifest(1, "none", Instant.EPOCH, null, new TreeMap<>(), List.of());
            snapshot = ServedSnapshot.open(new Snapshot(new SnapshotId("none"), spill, nothing),
                    new EngineSettings(1, 256, spill), catalog);
        }

        @Override
        public void close() {
            snapshot.retire();
        }
    }
}
