package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code list and its changes, from a list of four causes that leaves flags out; there is no stock at all. */
class V2CodeListTest {

    private static final String LIST = "/v2/mortality/categories/codelist";

    // last_modified of A101 is an hour that does not exist in Norway, where clocks were put forward at two that night
    private static final String CATEGORIES = """
            level_1_code,level_1_name,level_2_code,level_2_name,level_3_code,category_name,category_name_short,category_name_eng,for_daily_registration,reporting_obligation,placement_sea,placement_land,cause_death,value_chain_roe,species_salmon,last_modified
            B,Skader,B1,Håndtering,B101,Trengning,,,,,,,,,,
            A,Infeksjoner,A2,Bakterier,A201,Vintersår,,Winter ulcer,true,,true,,true,,,2025-12-01T08:00:00Z
            A,Infeksjoner,A1,Virus,A102,Lakseanemi,ILA,,true,C,true,false,true,false,true,2026-02-01T10:00:00Z
            A,Infeksjoner,A1,Virus,A101,Pankreassykdom,PD,Pancreas disease,false,F,,false,,,,2026-03-29T02:30:00Z
            """;
    private static final String CHANGES = """
            date,from_code,from_name,to_code,to_name,description,changed_by
            2026-01-01T00:00:00Z,A103,Gammel,A102,Lakseanemi,Slått sammen,authority
            2026-02-01T12:00:00Z,B102,Borte,,,,internal
            2026-02-01T12:00:00Z,A104,Delt,A201,Vintersår,,authority
            2026-02-01T12:00:00Z,A104,Delt,A101,Pankreassykdom,,authority
            """;

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        CATEGORIES.lines().forEach(line -> delivery.line("reference/loss_categories.csv", "", line));
        CHANGES.lines().forEach(line -> delivery.line("reference/loss_category_changes.csv", "", line));
        delivery.farmer("F1", "G1");
        server = LiveServer.start(folder, LocalDate.of(2026, 6, 30)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aRecordLeavesOutTheFlagsThatWereNotDelivered() throws IOException {
        JsonNode rows = server.data(LIST, "analyst");

        assertThat(rows).extracting(r -> r.get("level_3_code").asText())
                .containsExactly("A101", "A102", "A201", "B101");
        assertThat(rows.get(0)).isEqualTo(LiveServer.JSON.readTree("""
                {"level_1_code":"A","level_1_name":"Infeksjoner","level_2_code":"A1","level_2_name":"Virus","level_3_code":"A101",
                "category_name":"Pankreassykdom","category_name_short":"PD","category_name_eng":"Pancreas disease",
                "category_name_short_eng":null,"for_daily_registration":false,"reporting_obligation":"F","placement":{"land":false},
                "cause":{},"value_chain":{},"species":{},"last_modified":"2026-03-29T02:30:00Z"}"""));
        assertThat(rows.get(1).get("placement").toString()).isEqualTo("{\"sea\":true,\"land\":false}");
        assertThat(rows.get(1).get("value_chain").toString()).isEqualTo("{\"roe\":false}");
        assertThat(rows.get(1).get("species").toString()).isEqualTo("{\"salmon\":true}");
        // empty text is null, and so are a flag of the record itself and a time
        assertThat(rows.get(3).get("category_name_short").isNull()).isTrue();
        assertThat(rows.get(3).get("for_daily_registration").isNull()).isTrue();
        assertThat(rows.get(3).get("last_modified").isNull()).isTrue();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
            ''                | A101 A102 A201 B101 | {"offset":0,"limit":500,"has_more":false}  | "2026-03-29T02:30:00Z"
            ?limit=2          | A101 A102           | {"offset":0,"limit":2,"has_more":true}     | "2026-03-29T02:30:00Z"
            ?offset=1&limit=1 | A102                | {"offset":1,"limit":1,"has_more":true}     | "2026-02-01T10:00:00Z"
            ?offset=2&limit=2 | A201 B101           | {"offset":2,"limit":2,"has_more":false}    | "2025-12-01T08:00:00Z"
            ?offset=3         | B101                | {"offset":3,"limit":500,"has_more":false}  | null
            ?limit=1000       | A101 A102 A201 B101 | {"offset":0,"limit":1000,"has_more":false} | "2026-03-29T02:30:00Z"
            ?offset=4         | ''                  | {"offset":4,"limit":500,"has_more":false}  | null
            """)
    void pages(String query, String codes, String pagination, String lastModified) {
        JsonNode answer = LiveServer.json(server.get(LIST + query, "analyst"));

        assertThat(answer.get("data")).extracting(r -> r.get("level_3_code").asText())
                .containsExactly(codes.isEmpty() ? new String[0] : codes.split(" "));
        assertThat(answer.get("pagination").toString()).isEqualTo(pagination);
        assertThat(answer.get("metadata").fieldNames()).toIterable().containsExactly("time", "last_modified");
        assertThat(answer.get("metadata").get("last_modified").toString()).isEqualTo(lastModified);
    }

    @Test
    void changesComeNewestFirst() throws IOException {
        JsonNode answer = LiveServer.json(server.get("/v2/mortality/categories/changelog", "farmer:F1"));

        assertThat(answer.get("data")).extracting(r -> r.get("from_code").asText() + " " + r.get("to_code").asText())
                .containsExactly("A104 A101", "A104 A201", "B102 null", "A103 A102");
        assertThat(answer.get("data").get(2)).isEqualTo(LiveServer.JSON.readTree("""
                {"date":"2026-02-01T12:00:00Z","from_code":"B102","from_name":"Borte","to_code":null,"to_name":null,
                "description":null,"changed_by":"internal"}"""));
        assertThat(answer.get("metadata").fieldNames()).toIterable().containsExactly("time");
        assertThat(answer.has("pagination")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            level-1 | [{"level_1_code":"A","level_1_name":"Infeksjoner"},{"level_1_code":"B","level_1_name":"Skader"}]
            level-2 | [{"level_1_code":"A","level_2_code":"A1","level_2_name":"Virus"},{"level_1_code":"A","level_2_code":"A2","level_2_name":"Bakterier"},{"level_1_code":"B","level_2_code":"B1","level_2_name":"Håndtering"}]
            """)
    void levels(String level, String rows) {
        assertThat(server.data("/v2/mortality/categories/" + level, "readonly").toString()).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v2/mortality/mortality-rate-by-region", "/v2/mortality/mortality-rate-by-country",
        "/v2/mortality/categories/top-by-region", "/v2/mortality/categories/top-by-country"})
    void withoutStockTheListIsEmpty(String path) {
        JsonNode answer = LiveServer.json(server.get(path, "analyst"));

        assertThat(answer.get("data").toString()).isEqualTo("[]");
        assertThat(answer.get("metadata").get("time").asText()).endsWith("Z");
        assertThat(server.get(path + "?exclude_self=true", "farmer:F1").statusCode()).isEqualTo(200);
    }
}
