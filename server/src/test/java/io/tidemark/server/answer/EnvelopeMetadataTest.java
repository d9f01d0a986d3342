package io.tidemark.server.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.http.Json;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metadata of each kind of envelope. */
class EnvelopeMetadataTest {

    // a clock of another zone with a fraction of a second: the answer's time is UTC and whole seconds
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2027-02-14T00:00:00.987Z"), ZoneId.of("Asia/Tokyo"));
    private static final RouteCatalog ROUTES = RouteCatalog.load(null);

    @ParameterizedTest(name = "{0} exclude_self {1} of {2}")
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            /v3/common/platform-areas                | false | G1   | {}
            /v3/mortality/areas/week                 | false | G1   | {"api_version":"3.0","request_id":"r1"}
            /v3/mortality/areas/week                 | true  | G1   | {"api_version":"3.0","request_id":"r1","farmer_group_key":"G1"}
            /v3/mortality/areas/week                 | true  | null | {"api_version":"3.0","request_id":"r1"}
            /v2/mortality/categories/level-1         | false | G1   | {"time":"2027-02-14T00:00:00Z"}
            /v2/mortality/mortality-rate-by-country  | false | G1   | {"time":"2027-02-14T00:00:00Z","request":{"exclude_self":false}}
            /v2/mortality/categories/top-by-region   | true  | G1   | {"time":"2027-02-14T00:00:00Z","request":{"exclude_self":true}}
            /v2/feeding/sfr-by-region-and-temperature | true | G1   | {"time":"2027-02-14T00:00:00Z"}
            /v3/feeding/sfr-days-per-temperature     | true  | G1   | {"api_version":"3.0","request_id":"r1","farmer_group_key":"G1"}
            /v2/mortality/categories/codelist        | false | null | {"time":"2027-02-14T00:00:00Z","last_modified":"2026-03-29T02:30:00Z"}
            """)
    void each(String path, boolean excludeSelf, @Nullable String group, String expected) {
        RouteContract route = ROUTES.match(path).orElseThrow().route();

        assertThat(metadata(route, excludeSelf, group, LocalDateTime.of(2026, 1, 1, 0, 0), null,
                LocalDateTime.of(2026, 3, 29, 2, 30), LocalDateTime.of(2026, 3, 29, 2, 29))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void nothingIsNewestAmongNothing(boolean rowsWithout) {
        RouteContract route = ROUTES.match("/v2/mortality/categories/codelist").orElseThrow().route();
        @Nullable LocalDateTime[] modified = rowsWithout ? new LocalDateTime[] {null, null} : new LocalDateTime[0];

        assertThat(metadata(route, false, null, modified))
                .isEqualTo("{\"time\":\"2027-02-14T00:00:00Z\",\"last_modified\":null}");
    }

    private static String metadata(RouteContract route, boolean excludeSelf, @Nullable String group,
            @Nullable LocalDateTime... modified) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (LocalDateTime each : modified) {
            // last_modified is the code list's last column, after the eleven texts and flags and the thirteen keys of
            // its objects
            List<@Nullable Object> row = new ArrayList<>(Collections.nCopies(24, null));
            row.add(each);
            rows.add(row);
        }
        RequestValues asked = new RequestValues(new TreeMap<>(), 0, -1, excludeSelf);
        return new String(Json.bytes(new EnvelopeMetadata(CLOCK).of(route, asked, "r1", group,
                EnvelopeMetadata.ofRows(route, rows))),
                StandardCharsets.UTF_8);
    }
}
