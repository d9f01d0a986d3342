package io.tidemark.server.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the treatment routes' types of parameters give the SQL, over a snapshot without areas. */
class ParameterReaderTest {

    private static final LocalDate TODAY = LocalDate.of(2027, 1, 20);

    @TempDir
    static Path folder;

    @ParameterizedTest(name = "{0}?{1} gives {2} {3}")
    @CsvSource(delimiter = '|', textBlock = """
            by-site       |                             | first_day              | 1000-01-01
            by-site       |                             | last_day               | 9998-12-31
            by-site       | start_date=2026-12-30       | first_day              | 2026-12-30
            by-size       | start_date=2026-12-30       | first_day              | 2026-12-28
            by-size       | end_date=2026-12-30         | last_day               | 2027-01-03
            by-site       | areas=%                     | all_areas              | true
            by-site       |                             | is_antibiotic          | null
            by-site       | is_antibiotic=TRUE          | is_antibiotic          | true
            by-site       | is_antibiotic=0             | is_antibiotic          | false
            by-size       |                             | exclude_totals         | false
            by-site       |                             | all_owner_id           | true
            by-site       |                             | owner_id               | []
            by-site       | owner_id= F3 ,F1,F3         | owner_id               | [F1, F3]
            by-site       | owner_id=f1                 | owner_id               | [f1]
            by-site       | owner_id=F1                 | all_owner_id           | false
            by-site       | species_code=trr,SAL        | species_code           | [SAL, TRR]
            by-site       | treatment_category=BATH,other | treatment_category   | [Bath, Other]
            by-size       | generation=2026 - spring    | generations            | [V2026]
            by-size       |                             | min_weight_gram        | null
            detail-by-category-and-week |               | min_category_share     | 0.0
            detail-by-category-and-week | min_category_share=12.5 | min_category_share | 12.5
            summary-by-area-and-week    | limit=1000    | row_limit              | 1001
            """)
    void values(String route, String query, String name, String value) {
        assertThat(String.valueOf(read(route, query == null ? "" : query).sql().get(name))).isEqualTo(value);
    }

    @Test
    void aListWithOneBadItemIsRefusedAsThatItem() {
        assertThatThrownBy(() -> read("by-site", "treatment_target=lice,louse&species_code=SAL,S4L"))
                .isInstanceOfSatisfying(ApiException.BadRequest.class, e ->
                        assertThat(e.details()).extracting(d -> d.parameter() + " " + d.value())
                        .containsExactlyInAnyOrder("treatment_target louse", "species_code S4L"));
    }

    private static RequestValues read(String route, String query) {
        RouteCatalog catalog = RouteCatalog.load(null);
        RouteContract contract = catalog.match("/v3/treatment/" + route).orElseThrow().route();
        Map<String, List<String>> sent = query.isEmpty() ? Map.of() : Arrays.stream(query.split("&", -1))
                .map(p -> p.split("=", 2)).collect(Collectors.toMap(p -> p[0], p -> List.of(p[1])));
        Manifest nothing = new Manifest(1, "none", Instant.EPOCH, null, null, null, new TreeMap<>(), List.of());
        try (SqlEngine engine = DuckEngine.open(new Snapshot(new SnapshotId("none"), folder, nothing),
                new EngineSettings(1, 256, folder), catalog.contents())) {
            return ParameterReader.read(contract, sent, Map.of(), AreaNames.of(engine), TODAY, null);
        }
    }
}
