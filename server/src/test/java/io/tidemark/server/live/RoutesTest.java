package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.key.ApiKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every route of the server over {@link FjordDelivery}, whose Javadoc holds the figures that the expected rows come
 * from.
 */
class RoutesTest {

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        server = LiveServer.start(folder, FjordDelivery.TODAY).ingest(FjordDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // Vest in week 53, all: 32 dead, 10 culled, 10 000 fish x 7 days = 70 000 fish days; rate = losses x 7 / fish days.
    // Without G1: 25 dead, 10 culled, 63 000. Own of F1: 7 dead, 7 000. Trøndelag: 6 dead, 14 000; G1 alone 1 dead, 3
    // 500. Area 3 alone: 11 dead, 10 culled, 21 000. H2025 alone: no losses, 21 000. Vest's fish are one atom, of four
    // groups; Trøndelag's three groups are in none, and area 3 is a part of one: who owns fish there sees a row with
    // its own.
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            from_date=2026-W53&to_date=2026-W53              | admin     | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 null null null null true / 2026-12-28 Trøndelag [6,7] 3 0.003 0 0.003 null null null null true
            from_date=2026-W53&to_date=2026-W53              | analyst   | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 null null null null true
            from_date=2026-W53&to_date=2026-W53              | farmer:F1 | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 1 0.007 0 0.007 true / 2026-12-28 Trøndelag [6,7] null null null null 1 0.002 0 0.002 true
            from_date=2026-W53&to_date=2026-W53              | farmer:F2 | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 1 0.007 0 0.007 true / 2026-12-28 Trøndelag [6,7] null null null null 1 0.002 0 0.002 true
            from_date=2026-W53&to_date=2026-W53              | farmer:F6 | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 0 null null null true / 2026-12-28 Trøndelag [6,7] null null null null 1 0.003 0 0.003 true
            from_date=2026-W53&to_date=2026-W53&exclude_self=true&areas=vest | farmer:F1 | 2026-12-28 Vest [3,4] 3 0.0027777778 0.0011111111 0.0038888889 1 0.007 0 0.007 true
            from_date=2026-W53&to_date=2026-W53&exclude_self=1&areas=A4      | farmer:F1 | 2026-12-28 Trøndelag [6,7] null null null null 1 0.002 0 0.002 true
            from_date=2027-01-03&to_date=2027-01-03&areas=West               | admin     | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 null null null null true
            from_date=2027-01-03&to_date=2027-01-04&areas=VEST               | admin     | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 null null null null true / 2027-01-04 Vest [3,4] 4 0.0006 0 0.0006 null null null null false
            from_date=2020-12-31&to_date=2021-01-01          | admin     | 2020-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 null null null null true
            from_date=2026-W53&to_date=2026-W53&areas=3      | admin     | 2026-12-28 Vest [3] 2 0.0036666667 0.0033333333 0.007 null null null null true
            from_date=2026-W53&to_date=2026-W53&areas=03     | analyst   | ''
            from_date=2026-W53&to_date=2026-W53&areas=3,A4   | admin     | 2026-12-28 Vest [3] 2 0.0036666667 0.0033333333 0.007 null null null null true / 2026-12-28 Trøndelag [6,7] 3 0.003 0 0.003 null null null null true
            from_date=2026-W53&to_date=2026-W53&generations=2025 - Autumn    | admin     | 2026-12-28 Vest [3,4] 1 0 0 0 null null null null true
            from_date=2026-W53&to_date=2026-W53&weight_range_start=4000      | admin     | 2026-12-28 Vest [3,4] 1 0 0 0 null null null null true
            from_date=2026-W53&to_date=2026-W53&weight_range_end=3999&areas=Vest | admin | 2026-12-28 Vest [3,4] 3 0.0045714286 0.0014285714 0.006 null null null null true
            from_date=2026-W53&to_date=2026-W53&limit=1&offset=1             | admin     | 2026-12-28 Trøndelag [6,7] 3 0.003 0 0.003 null null null null true
            from_date=2026-W53&to_date=2026-W53&areas=%      | admin     | 2026-12-28 Vest [3,4] 4 0.0032 0.001 0.0042 null null null null true / 2026-12-28 Trøndelag [6,7] 3 0.003 0 0.003 null null null null true
            """)
    void areasWeek(String query, String caller, String rows) {
        assertThat(rows(server.data("/v3/mortality/areas/week?" + encoded(query), caller))).isEqualTo(rows);
    }

    @Test
    void areasWeekByDefaultGoesTwelveWeeksBackFromToday() {
        // today is 2027-01-10: 2026-W53 and 2027-W01 lie within, 2020 does not
        assertThat(server.data("/v3/mortality/areas/week", "admin")).extracting(r -> r.get("loss_rate_week").asText())
                .containsExactly("2026-12-28", "2026-12-28", "2027-01-04");
    }

    // December 2026 holds four of the seven days of week 53: Vest 40 000 fish days, 7 - 2 + 4 = 9 dead (F5's 21 and 2
    // of F1's die on 3 January), 10 culled, rate = losses x 31 / fish days. Four days are too few for a site average.
    @Test
    void areasMonthTakesAllDaysOfAMonthThatTheDataHave() {
        JsonNode row = server.data("/v3/mortality/areas/month?from_date=2026-12&to_date=2026-12&areas=vest",
                "farmer:F1").get(0);

        assertThat(row.get("month").asText()).isEqualTo("2026-12-01");
        assertThat(row.get("mortality_rate").asText()).isEqualTo("0.006975");
        assertThat(row.get("culling_rate").asText()).isEqualTo("0.00775");
        assertThat(row.get("loss_rate").asText()).isEqualTo("0.014725");
        assertThat(row.get("site_avg_mortality_rate").isNull()).isTrue();
        assertThat(row.get("farmer_site_count").asInt()).isEqualTo(1);
        assertThat(row.get("farmer_mortality_rate").asText()).isEqualTo("0.03875");
        assertThat(row.get("cumulative_mortality_rate_3_months").isNull()).isTrue();
    }

    // Vest: 110 dead, 20 discarded and 70 more than counted before (other) over the mean of 1500 and 3500 fish, area 4
    // left aside since it has no figures at all. Trøndelag: area 7 has no November, so there is no rate;
    // January has no figures
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-12&to_date=2026-12&areas=vest | 2026-12-01 Vest 2026-12-01 0.052 0.044 0.008 null -0.028
            from_date=2026-12&to_date=2026-12&areas=3    | 2026-12-01 Vest 2026-12-01 0.052 0.044 0.008 null -0.028
            from_date=2026-12&to_date=2026-12&areas=4    | 2026-12-01 Vest null null null null null null
            from_date=2026-12&to_date=2026-12&areas=A4   | 2026-12-01 Trøndelag 2026-12-01 null null null null null
            from_date=2027-01&to_date=2027-01&areas=vest | 2027-01-01 Vest null null null null null null
            """)
    void areasMonthHoldsTheAuthoritysBaseline(String query, String row) {
        JsonNode first = server.data("/v3/mortality/areas/month?" + encoded(query), "admin").get(0);

        assertThat(Stream.of("month", "platform_area_name", "fdir_month", "fdir_loss_rate", "fdir_mortality_rate",
                "fdir_culling_rate", "fdir_cumulative_loss_rate_3_months", "fdir_other_rate")
                .map(field -> first.get(field).asText()).collect(Collectors.joining(" "))).isEqualTo(row);
    }

    // site averages: 10001 (2 x 8.00 + 9.50) / 3 = 8.5; 10003 7; 10004 6.1. Mean 7.2, median 7, sample deviation of the
    // three sqrt((1.3^2 + 0.2^2 + 1.1^2) / 2) = 1.2124; the month's single site in area 3 has none
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=2026-W53                 | Sør 2026-12-28 7.2 7 6.1 8.5 8 1.21 null [1,2,3,4,5]
            from_date=2026-W53&areas=Vest      | Sør 2026-12-28 7.2 7 6.1 8.5 8 1.21 null [3,4]
            from_date=2026-W53&areas=3         | Sør 2026-12-28 8.5 8.5 8.5 8.5 3 null null [3]
            """)
    void temperatureByWeekAndRegion(String query, String row) {
        assertThat(rows(server.data("/v3/environment/temperature-by-week-and-region?" + encoded(query), "analyst")))
                .isEqualTo(row);
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            /v3/common/site?limit=2                | analyst   | 10001 Site 10001 62.5 6.25 offshore 3 Karmøy til Sotra null null null null true 2027-01-10T00:00:00Z / 10002 Site 10002 62.5 6.25 offshore 3 Karmøy til Sotra null null null null true 2027-01-10T00:00:00Z
            /v3/common/site?offset=7               | analyst   | 10008 Site 10008 62.5 6.25 offshore 9 Vestfjorden og Vesterålen null null null null false null / 10009 Site 10009 62.5 6.25 onshore null null null null null null true 2027-01-03T00:00:00Z
            /v3/common/platform-areas              | readonly2 | A1 Sørvest Southwest [1,2] / A2 Vest West [3,4] / A3 Møre Møre [5] / A4 Trøndelag Trøndelag [6,7] / A5 Nordland Nordland [8,9] / A6 Troms Troms [10,11] / A7 Finnmark Finnmark [12,13]
            /v3/common/marine-typology-regions     | analyst   | B Barentshavet / G Norskehavet Nord / H Norskehavet Sør / M Nordsjøen Nord / N Nordsjøen Sør / S Skagerrak
            /v3/common/marine-typology-types       | analyst   | 1 Åpen eksponert kyst / 2 Moderat eksponert kyst / 3 Beskyttet kyst/fjord / 4 Ferskvannspåvirket beskyttet fjord / 5 Sterkt ferskvannspåvirket fjord
            /v3/common/generations                 | analyst   | H2025 2025 - Høst / V2026 2026 - Vår / V2027 2027 - Vår
            /v3/common/farmers-in-platform         | analyst   | Group G1 2 [3,7] ["Sør","Midt"] true / Group G2 1 [3,7] ["Sør","Midt"] true / Group G3 1 [4] ["Sør"] true / Group G4 1 [4] ["Sør"] true / Group G5 1 [7] ["Midt"] true
            /v3/common/farmers-per-po              | analyst   | 1 0 / 2 0 / 3 2 / 4 2 / 5 0 / 6 0 / 7 3 / 8 0 / 9 0 / 10 0 / 11 0 / 12 0 / 13 0
            """)
    void commonLists(String path, String caller, String rows) {
        String who = caller.equals("readonly2") ? "common-only" : caller;

        assertThat(rows(server.data(path, who))).isEqualTo(rows);
    }

    @Test
    void commonProductionAreas() {
        JsonNode rows = server.data("/v3/common/production-area", "analyst");

        assertThat(rows).hasSize(13);
        assertThat(rows.get(6).toString()).isEqualTo("{\"area_id\":7,\"area_name\":\"Nord-Trøndelag med Bindal\","
                + "\"area_geojson\":null,\"region_name\":\"Midt\"}");
    }

    // six companies signed on 2020-01-01, all with stock in the last 60 days;
    // 7 sites at sea and one on land have had stock
    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(delimiter = '|', textBlock = """
            /v3/common/farm-and-site-stats | analyst   | {"signed_farmers":6,"active_farmers":6,"offshore_sites":7,"onshore_sites":1,"recently_active_sites":8}
            /v3/common/farmer/me           | farmer:F1 | {"farmer_id":"F1","name":"Company F1","farmer_group_key":"G1","farmer_group_name":"Group G1","tier":"premium","number_of_farmers_in_dataset":2,"production_area_ids":[3,7],"is_active_with_data":true}
            /v3/common/site/10008          | analyst   | {"site_id":"10008","site_name":"Site 10008","latitude":62.5,"longitude":6.25,"placement":"offshore","production_area_id":9,"production_area_name":"Vestfjorden og Vesterålen","marine_type_code":null,"marine_type_name":null,"marine_type_region_code":null,"marine_type_region_name":null,"is_in_platform":false,"last_registration_date":null}
            """)
    void commonRecords(String path, String caller, String record) throws IOException {
        assertThat(server.data(path, caller)).isEqualTo(LiveServer.JSON.readTree(record));
    }

    // the order of refusals is 401, 404, 403 for the route, 400, 403 for what was asked
    @ParameterizedTest(name = "{0} as {1} is {2}")
    @CsvSource(delimiter = '|', textBlock = """
            /v3/nothing                                             | admin       | 404
            /v3                                                     | admin       | 404
            /v3/common/site/99999                                   | admin       | 404
            /v3/common/site/99999?x=1                               | admin       | 400
            /v3/mortality/areas/week?limit=x                        | common-only | 403
            /v3/environment/temperature-by-week-and-region          | readonly    | 403
            /v3/common/site                                         | readonly    | 403
            /v3/common/farmer/me                                    | admin       | 403
            /v3/common/farmer/me?x=1                                | analyst     | 403
            /v3/mortality/areas/week?exclude_self=true              | analyst     | 403
            /v3/mortality/areas/week?exclude_self=true              | admin       | 403
            /v3/mortality/areas/week?exclude_self=true&limit=0      | analyst     | 400
            /v3/mortality/areas/week                                | readonly    | 200
            /v3/mortality/areas/week?exclude_self=true              | farmer:F1   | 200
            /v3/mortality/areas/week?own=company                    | analyst     | 403
            /v3/mortality/areas/week?own=company&limit=0            | analyst     | 400
            /v3/mortality/areas/week?own=group                      | analyst     | 200
            /v3/mortality/areas/week?from_date=2019&to_date=2019    | analyst     | 204
            /v3/mortality/areas/week?from_date=2019&to_date=2019&offset=5 | analyst | 204
            /v3/mortality/areas/week?offset=500                     | analyst     | 200
            /v3/environment/temperature-by-week-and-region?from_date=2019&to_date=2019 | analyst | 204
            /v3/environment/temperature-by-week-and-region?limit=0  | analyst     | 200
            /v3/common/site?offset=500                              | analyst     | 200
            /v3/common/site?limit=2000                              | analyst     | 200
            /v3/common/site?limit=0                                 | analyst     | 200
            /v3/common/site?limit=2001                              | analyst     | 400
            /v3/common/generations?limit=1                          | analyst     | 400
            """)
    void statuses(String path, String caller, int status) {
        HttpResponse<String> response = server.get(path, caller);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
        if (status == 204) {
            assertThat(response.body()).isEmpty();
        }
        if (status >= 400) {
            JsonNode error = LiveServer.json(response);
            assertThat(error.get("code").asInt()).isEqualTo(status);
            assertThat(error.get("message").asText()).isNotBlank();
            assertThat(error.get("request_id").asText())
                    .isEqualTo(response.headers().firstValue("X-Request-Id").orElseThrow());
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            from_date=32.12.2026          | from_date          | not a date; write it as one of 2026-03-07, 2026-03
            to_date=12026-12-31           | to_date            | years are 1000 to 9999
            to_date=0000-12-31            | to_date            | years are 1000 to 9999
            to_date=tomorrow              | to_date            | Q1 2026
            from_date=                    | from_date          | not a date
            from_date=2027-02             | from_date          | must not be later than to_date (2027-01-10)
            to_date=2026-W01              | from_date          | this is its default
            areas=Vset                    | areas              | did you mean Vest?
            areas=Nordl                   | areas              | did you mean Nordland?
            areas=14                      | areas              | no such area
            areas=3,,4                    | areas              | has an empty item
            areas=                        | areas              | has an empty item
            generations=V25               | generations        | not a generation; write it like V2025
            weight_range_start=-1         | weight_range_start | must be a whole number from 0 to 15000
            weight_range_end=15001        | weight_range_end   | must be a whole number from 0 to 15000
            weight_range_start=5&weight_range_end=4 | weight_range_start | must not be above weight_range_end (4)
            exclude_self=yes              | exclude_self       | must be true or false
            offset=-1                     | offset             | must be a whole number from 0
            offset=99999999999            | offset             | must be a whole number from 0
            limit=0                       | limit              | must be a whole number from 1 to 1000
            limit=1001                    | limit              | must be a whole number from 1 to 1000
            limit=1e2                     | limit              | must be a whole number from 1 to 1000
            limit=5&limit=6               | limit              | may be given once
            area=Vest                     | area               | no such parameter; did you mean areas?
            """)
    void badParameters(String query, String parameter, String message) {
        HttpResponse<String> response = server.get("/v3/mortality/areas/week?" + encoded(query), "farmer:F1");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        JsonNode error = LiveServer.json(response);
        assertThat(error.get("error").asText()).isEqualTo("bad_request");
        assertThat(error.get("details")).hasSize(1);
        assertThat(error.get("details").get(0).get("parameter").asText()).isEqualTo(parameter);
        assertThat(error.get("details").get(0).get("message").asText()).contains(message);
    }

    // nothing that is odd in a URL is a 500
    @ParameterizedTest(name = "{0}")
    @CsvSource({"areas=%,400", "areas=%25,200", "&&limit=1&,200", "limit,400", "=x,400", "areas=%zz,400",
        "areas=%C3%28,400", "limit=%00,400", "areas=3+4,400", "from_date=week+53+2026,200"})
    void queriesAsPeopleWriteThem(String query, int status) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
            socket.getOutputStream().write(("GET /v3/mortality/areas/week?" + query + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer " + server.token("analyst") + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(120_000);
            BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.UTF_8));

            assertThat(answer.readLine()).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void everyFaultOfARequestIsSaid() {
        JsonNode error = LiveServer.json(server.get("/v3/mortality/areas/week?limit=0&areas=x&sharks=1", "analyst"));

        assertThat(error.get("details")).extracting(d -> d.get("parameter").asText())
                .containsExactlyInAnyOrder("limit", "areas", "sharks");
    }

    @Test
    void manyFaultsAreOneWithTheirNumber() {
        String areas = IntStream.range(0, 300).mapToObj(i -> "x" + i).collect(Collectors.joining(","));
        JsonNode error = LiveServer.json(server.get("/v3/mortality/areas/week?areas=" + areas
                + "&generations=a,b,c&limit=0", "analyst"));
        assertThat(error.get("details")).extracting(d -> d.get("parameter").asText() + " " + d.path("count").asInt(1))
                .containsExactlyInAnyOrder("areas 300", "generations 1", "generations 1", "generations 1", "limit 1");
        assertThat(error.get("details")).anySatisfy(d -> assertThat(d.get("message").asText())
                .startsWith("no such area").endsWith("; 299 other values of it are wrong too"));

        String unknown = IntStream.range(0, 300).mapToObj(i -> "y" + i + "=").collect(Collectors.joining("&"));
        JsonNode names = LiveServer.json(server.get("/v3/mortality/areas/week?" + unknown, "analyst")).get("details");
        assertThat(names).hasSize(11);
        assertThat(names.get(10).get("count").asInt()).isEqualTo(290);
        assertThat(names.get(10).get("message").asText()).endsWith("; there are 289 other faults of other parameters");
    }

    @Test
    void aCacheBusterIsIgnoredAndSplitsNoCache() {
        String path = "/v3/mortality/areas/week?limit=1&exclude_self=false";
        HttpResponse<String> plain = server.get(path, "admin");
        String link = plain.headers().firstValue("Link").orElseThrow();
        for (String asked : List.of(path + "&_=1764201600000", path.replace("?", "?_=1&"), path + "&_", path
                + "&_=1&_=2", path + "&%5F=3")) {
            HttpResponse<String> answer = server.get(asked, "admin");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.headers().firstValue("ETag")).isEqualTo(plain.headers().firstValue("ETag"));
            assertThat(answer.headers().firstValue("Server-Timing").orElseThrow()).contains("cache");
            if (!asked.contains("%5F")) {
                assertThat(answer.headers().firstValue("Link")).contains(link);
            }
        }
        assertThat(server.get("/v3/admin/users?_=1", "admin").statusCode()).isEqualTo(200);
        assertThat(server.get("/openapi?_=1", "admin").statusCode()).isEqualTo(200);
        assertThat(server.get(path + "&__=1", "admin").statusCode()).isEqualTo(400);
    }

    /** The ends of clients' calendars: all that there is, or nothing. */
    @ParameterizedTest
    @CsvSource({"1850-01-01,9999-12-31,200", "1000-01-01,9999-12-31,200", "1000,9999,200", "1850-01-01,1850-01-01,204",
            "9999-12-31,9999-12-31,204",
        "01/01/1753,31.12.9999,200", "9999-01-01,9999-W52,204", "1000-01,1000-W01,204"})
    void theFirstAndTheLastDaysOfACalendarAreDays(String from, String to, int status) {
        String everything = server.get("/v3/mortality/areas/week?from_date=2000&to_date=2100", "analyst").body();
        for (String path : List.of("mortality/areas/week", "mortality/areas/month", "mortality/categories/rate",
                "mortality/generations/rate",
                "environment/temperature-by-week-and-region", "feeding/sfr-by-weeknumber-and-year",
                "inventory/platform-authority-biomass-by-month")) {
            HttpResponse<String> answer = server.get("/v3/" + path + "?from_date=" + from + "&to_date=" + to, "admin");
            assertThat(answer.statusCode()).as(path + answer.body()).isIn(status, 204);
        }
        HttpResponse<String> weeks = server.get("/v3/mortality/areas/week?from_date=" + from + "&to_date=" + to,
                "analyst");
        assertThat(weeks.statusCode()).isEqualTo(status);
        if (status == 200) {
            assertThat(LiveServer.json(weeks.body()).get("data")).isEqualTo(LiveServer.json(everything).get("data"));
        }
        String treatments = "/v3/treatment/by-site?start_date=";
        assertThat(server.get(treatments + "1850-01-01&end_date=9999-12-31", "admin").body()).isNotEmpty();
        assertThat(server.get(treatments + "0000-01-01&end_date=0000-01-02", "admin").statusCode()).isIn(200, 204);
    }

    private static String firstSite() {
        return server.data("/v3/common/site?limit=1", "admin").get(0).get("site_id").asText();
    }

    /**
     * What Excel and Power BI send: the company's own figures, as a user of it without raw:read sees them, and nothing
     * more.
     */
    @Test
    void aKeyOfACompanySeesWhatItsUserSees() {
        Set<Permission> permissions = Set.of(Permission.MORTALITY_READ, Permission.COMMON_READ,
                Permission.INVENTORY_READ);
        ApiKeys keys = server.identity().apiKeys();
        String own = keys.add("excel", "F1", permissions, null).text();
        String nobodys = keys.add("board", permissions, null).text();
        for (String path : List.of("mortality/areas/week", "mortality/areas/month?exclude_self=true",
                "mortality/categories/rate", "common/farmer/me")) {
            HttpResponse<String> byKey = byKey(path, own);
            assertThat(byKey.statusCode()).as(path + byKey.body()).isEqualTo(200);
            assertThat(LiveServer.json(byKey).get("data")).isEqualTo(server.data("/v3/" + path, "farmer:F1"));
        }
        assertThat(LiveServer.json(byKey("mortality/areas/week", own)).get("data"))
                .anySatisfy(row -> assertThat(row.get("farmer_mortality_rate").isNull()).isFalse());
        assertThat(LiveServer.json(byKey("mortality/areas/week", nobodys)).get("data"))
                .allSatisfy(row -> assertThat(row.get("farmer_mortality_rate").isNull()).isTrue());
        assertThat(byKey("inventory/site-stock", own).statusCode()).isEqualTo(403);
        assertThat(byKey("feeding/sfr-by-weeknumber-and-year", own).statusCode()).isEqualTo(403);
        assertThat(byKey("deliveries/own", own).statusCode()).isEqualTo(403);
        assertThat(byKey("admin/keys", own).statusCode()).isIn(401, 403);
        assertThat(byKey("auth/userinfo", own).statusCode()).isEqualTo(401);
        String gone = keys.add("gone", "F404", permissions, null).text();
        assertThat(byKey("mortality/areas/week", gone).statusCode()).isEqualTo(403);
    }

    private static HttpResponse<String> byKey(String path, String key) {
        return server.send(HttpRequest.newBuilder(server.uri("/v3/" + path)).header("X-API-Key", key));
    }

    @Test
    void envelopes() {
        JsonNode week = LiveServer.json(server.get("/v3/mortality/areas/week?limit=1&exclude_self=true", "farmer:F1"));
        assertThat(week.get("pagination").toString()).isEqualTo("{\"offset\":0,\"limit\":1,\"has_more\":true}");
        assertThat(week.get("metadata").get("api_version").asText()).isEqualTo("3.0");
        assertThat(week.get("metadata").get("farmer_group_key").asText()).isEqualTo("G1");
        assertThat(week.get("metadata").get("request_id").asText()).isNotBlank();

        JsonNode temperature = LiveServer.json(server.get("/v3/environment/temperature-by-week-and-region?limit=0",
                "analyst"));
        assertThat(temperature.toString())
                .isEqualTo("{\"data\":[],\"pagination\":{\"offset\":0,\"limit\":0,\"has_more\":true},\"metadata\":{}}");

        assertThat(LiveServer.json(server.get("/v3/common/generations", "analyst")).has("pagination")).isFalse();
        assertThat(LiveServer.json(server.get("/v3/common/site?offset=500", "analyst")).toString())
                .isEqualTo("{\"data\":[],\"pagination\":{\"offset\":500,\"limit\":1000,\"has_more\":false},\"metadata\":{}}");
    }

    @Test
    void theSameRequestGivesTheSameBytesAndIsRecognised() {
        String path = "/v3/common/site";
        HttpResponse<String> first = server.get(path, "analyst");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(tag).startsWith("W/\"");
        assertThat(first.headers().firstValue("X-Snapshot-Id")).isPresent();
        assertThat(server.get(path, "analyst").body()).isEqualTo(first.body());

        HttpResponse<String> again = server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Authorization", "Bearer " + server.token("analyst")).header("If-None-Match", tag).GET());
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        // any answer will do, and there is one; compressed, as a file and by another caller too
        for (String other : List.of(path, path + "?format=csv", path + "?format=parquet", path + "?offset=500",
                "/v3/common/site/" + firstSite())) {
            HttpResponse<String> any = server.send(server.request(other, "admin").header("If-None-Match", " * ").GET());
            assertThat(any.statusCode()).as(other).isEqualTo(304);
            assertThat(any.body()).isEmpty();
            assertThat(any.headers().firstValue("ETag")).isPresent();
        }
        assertThat(server.send(server.request("/v3/mortality/areas/week?from_date=2001&to_date=2002", "analyst")
                .header("If-None-Match", "*").GET())
                .statusCode()).isEqualTo(204);
        assertThat(server.send(server.request("/v3/common/site/999999999", "analyst")
                .header("If-None-Match", "*").GET()).statusCode())
                .isEqualTo(404);
        assertThat(server.get(path + "?limit=1", "analyst").headers().firstValue("ETag"))
                .isNotEqualTo(first.headers().firstValue("ETag"));
    }

    @Test
    void anAnswersTagIsTheCallersOwn() {
        String path = "/v3/mortality/areas/week";

        assertThat(server.get(path, "farmer:F1").headers().firstValue("ETag"))
                .isNotEqualTo(server.get(path, "analyst").headers().firstValue("ETag"))
                .isNotEqualTo(server.get(path, "farmer:F3").headers().firstValue("ETag"))
                .isEqualTo(server.get(path, "farmer:F2").headers().firstValue("ETag"));
    }

    @Test
    void withoutATokenNothingIsSaidOfWhatThereIs() {
        for (String path : new String[] {"/v3/mortality/areas/week", "/v3/nothing", "/v2/nothing"}) {
            HttpResponse<String> response = server.send(HttpRequest.newBuilder(server.uri(path)).GET());
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
        }
    }

    @Test
    void dataRoutesAreReadOnly() {
        HttpResponse<String> response = server.send(HttpRequest.newBuilder(server.uri("/v3/common/site"))
                .header("Authorization", "Bearer "
                + server.token("admin")).POST(HttpRequest.BodyPublishers.ofString("{}")));

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void aFormatThatIsNotMadeIsRefused() {
        HttpResponse<String> response = server.send(HttpRequest.newBuilder(server.uri("/v3/common/site"))
                .header("Authorization", "Bearer " + server.token("admin")).header("Accept", "text/html").GET());

        assertThat(response.statusCode()).isEqualTo(406);
    }

    @Test
    void health() {
        assertThat(server.send(HttpRequest.newBuilder(server.uri("/health/live")).GET()).statusCode()).isEqualTo(200);
        HttpResponse<String> ready = server.send(HttpRequest.newBuilder(server.uri("/health/ready")).GET());
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).contains("\"snapshot\"", "\"files\"", "\"verified\":\"not since the start\"",
                "\"damaged\":\"none\"");
    }
}
