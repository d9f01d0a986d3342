package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.ProgramLog;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.key.NewApiKey;
import io.tidemark.server.identity.token.AccessTokens;
import io.tidemark.server.identity.token.IdentityConfig;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The log of data accesses, with {@link FjordDelivery}: what is in it, what is not, and who reads it. */
@SuppressWarnings("NullAway.Init") // set before all tests
class WhoAskedWhatTest {

    private static final String WEEK = "/v3/mortality/areas/week";

    @TempDir
    static Path folder;

    private static LiveServer server;
    /** The program's log, for the one test that reads it. */
    private static final ProgramLog LOG = new ProgramLog();
    private static volatile boolean logged;
    private static final AheadClock CLOCK = new AheadClock();

    /** The machine's clock, or a minute ahead of it. */
    private static final class AheadClock extends Clock {
        private final AtomicInteger minutes = new AtomicInteger();

        @Override
        public Instant instant() {
            return Instant.now().plus(Duration.ofMinutes(minutes.get()));
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return Clock.fixed(instant(), zone);
        }
    }

    @BeforeAll
    static void start() throws IOException {
        server = LiveServer.start(folder, FjordDelivery.TODAY, Map.of(), event -> {
            if (logged) {
                LOG.publish(event);
            }
        }, CLOCK).ingest(FjordDelivery.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode lines(String query) {
        HttpResponse<String> answer = server.get("/v3/admin/accesses" + query, "admin");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return LiveServer.json(answer).get("data");
    }

    private static JsonNode line(HttpResponse<String> of) {
        String id = of.headers().firstValue("X-Request-Id").orElseThrow();
        JsonNode found = eventually().until(() -> {
            for (JsonNode line : lines("?limit=1000")) {
                if (line.get("request_id").asText().equals(id)) {
                    return line;
                }
            }
            if (of.statusCode() >= 400) {
                // refused requests are written when a minute has ended
                CLOCK.minutes.incrementAndGet();
            }
            return MissingNode.getInstance();
        }, line -> !line.isMissingNode());
        CLOCK.minutes.set(0);
        return found;
    }

    @Test
    void anAnswerIsALine() throws IOException {
        HttpResponse<String> answer = server.get(WEEK + "?from_date=2026-W53&to_date=2026-W53&generations=V2026,H2025",
                "farmer:F1");
        assertThat(answer.statusCode()).isEqualTo(200);

        JsonNode line = line(answer);

        assertThat(line.get("farmer_id").asText()).isEqualTo("F1");
        assertThat(line.get("account_id").asText()).isNotEmpty();
        assertThat(line.get("method").asText()).isEqualTo("GET");
        assertThat(line.get("route").asText()).isEqualTo(WEEK);
        assertThat(line.get("status").asInt()).isEqualTo(200);
        // the week of 28 December to 3 January, and the generations
        assertThat(line.at("/values/first_day").asText()).isEqualTo("2026-12-28");
        assertThat(line.at("/values/last_day").asText()).isEqualTo("2027-01-03");
        assertThat(line.at("/values/generations")).extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("V2026", "H2025");
        assertThat(line.get("rows").asInt()).isEqualTo(LiveServer.json(answer).get("data").size()).isPositive();
        assertThat(line.get("bytes").asInt()).isEqualTo(answer.body().getBytes(StandardCharsets.UTF_8).length);
        assertThat(line.get("snapshot_id").asText())
                .isEqualTo(answer.headers().firstValue("X-Snapshot-Id").orElseThrow());
    }

    @ParameterizedTest(name = "{0} by {1}")
    @CsvSource({"/v3/mortality/areas/week?from_date=never, analyst, 400, true",
            "/v3/mortality/areas/week, common-only, 403, true",
        "/v3/mortality/areas/week?from_date=1990-01&to_date=1990-02, analyst, 204, false"})
    void aRefusalIsALineOfItsMinuteToo(String path, String caller, int status, boolean refused) {
        HttpResponse<String> answer = server.get(path, caller);
        assertThat(answer.statusCode()).isEqualTo(status);
        JsonNode line = line(answer);
        assertThat(line.get("status").asInt()).isEqualTo(status);
        assertThat(line.get("count").asInt()).isEqualTo(1);
        assertThat(line.get("rows").asInt()).isZero();
        assertThat(line.get("bytes").asInt()).isZero();
        assertThat(line.get("values").isEmpty()).isEqualTo(refused);
        assertThat(line.get("farmer_id").isNull()).isTrue();
    }

    @Test
    void companiesDaysAndPagesAreChosen() {
        line(server.get("/v3/common/generations", "farmer:F6"));
        line(server.get("/v3/common/platform-areas", "farmer:F6"));
        JsonNode both = lines("?farmer_id=F6");
        assertThat(both).hasSize(2);
        // newest first
        assertThat(both.get(0).get("route").asText()).isEqualTo("/v3/common/platform-areas");
        assertThat(lines("?farmer_id=F6&limit=1")).hasSize(1);
        assertThat(lines("?farmer_id=F6&limit=1&offset=1").get(0)).isEqualTo(both.get(1));
        assertThat(lines("?farmer_id=F6&route=/v3/common/generations")).hasSize(1);
        LocalDate today = LocalDate.now(ZoneId.of("Europe/Oslo"));
        assertThat(lines("?farmer_id=F6&from=" + today.minusDays(1) + "&to=" + today)).hasSize(2);
        assertThat(lines("?farmer_id=F6&from=" + today.plusDays(2))).isEmpty();
        assertThat(lines("?farmer_id=F6&to=" + today.minusDays(2))).isEmpty();
    }

    @Test
    void pagesFollowEachOther() {
        for (int i = 0; i < 5; i++) {
            line(server.get("/v3/common/generations", "farmer:F5"));
        }
        List<String> ids = new ArrayList<>();
        String next = "/v3/admin/accesses?farmer_id=F5&limit=2";
        int pages = 0;
        while (next != null) {
            HttpResponse<String> page = server.get(next, "admin");
            JsonNode body = LiveServer.json(page);
            body.get("data").forEach(line -> ids.add(line.get("request_id").asText()));
            assertThat(body.at("/pagination/has_more").asBoolean())
                    .isEqualTo(page.headers().firstValue("Link").isPresent());
            assertThat(body.at("/metadata/searched_back_to").isNull()).isTrue();
            next = page.headers().firstValue("Link").map(link -> link.replaceAll("<(.*)>; rel=\"next\"", "$1"))
                    .orElse(null);
            // what is asked meanwhile moves no page
            line(server.get("/v3/common/generations", "farmer:F5"));
            pages++;
        }
        assertThat(pages).isEqualTo(3);
        assertThat(ids).hasSize(5).doesNotHaveDuplicates();
    }

    /** Nobody can ask any more, but somebody has tried. */
    @Test
    void whatAFormerAccountAsksIsALine() {
        Account farmer = server.identity().accounts()
                .addUser("former", null, Access.of(Role.FARMER, "F2", null), LiveServer.PASSWORD);
        String token = server.identity().accessTokens().issue(farmer);
        server.identity().accounts().revokeUser("former");
        JsonNode line = line(answer("Authorization", "Bearer " + token));
        assertThat(line.get("status").asInt()).isEqualTo(401);
        assertThat(line.get("account_id").asText()).isEqualTo(farmer.id());
        assertThat(line.get("farmer_id").asText()).isEqualTo("F2");
        assertThat(line.get("route").asText()).isEqualTo("/v3/common/generations");
        assertThat(line.get("values")).isEmpty();

        Account late = server.identity().accounts()
                .addUser("late", null, Access.of(Role.FARMER, "F2", null), LiveServer.PASSWORD);
        Clock dayBefore = Clock.offset(Clock.systemUTC(), Duration.ofDays(-1));
        String expired = new AccessTokens(IdentityConfig.of("tidemark", "tidemark", folder.resolve("state")),
                server.identity().signingKeys(), dayBefore).issue(late);
        assertThat(line(answer("Authorization", "Bearer " + expired)).get("account_id").asText()).isEqualTo(late.id());

        NewApiKey key = server.identity().apiKeys().add("past", Set.of(Permission.COMMON_READ), null);
        server.identity().apiKeys().revoke(key.key().id());
        JsonNode ofKey = line(answer("X-API-Key", key.text()));
        assertThat(ofKey.get("account_id").asText()).isEqualTo(key.key().caller().subject());
        assertThat(ofKey.get("status").asInt()).isEqualTo(401);
    }

    /** Whoever has not shown a token or key of an account is nobody: a name in the log could be anybody's doing. */
    @Test
    void whoShowsNoAccountIsNoLine() throws IOException {
        NewApiKey key = server.identity().apiKeys().add("guessed", Set.of(Permission.COMMON_READ), null);
        String guess = key.text().substring(0, key.text().length() - 4)
                + (key.text().endsWith("AAAA") ? "BBBB" : "AAAA");
        assertThat(answer("X-API-Key", guess).statusCode()).isEqualTo(401);
        assertThat(server.send(HttpRequest.newBuilder(server.uri("/v3/common/generations")).GET()).statusCode())
                .isEqualTo(401);
        // a later line is there, so that theirs would be
        line(server.get("/v3/common/generations", "analyst"));
        line(server.get("/v3/common/generations?generations=never", "analyst"));
        assertThat(Files.readString(log())).doesNotContain(key.key().caller().subject());
        assertThat(Files.readString(refusals())).doesNotContain(key.key().caller().subject());
    }

    private static HttpResponse<String> answer(String header, String credentials) {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/v3/common/generations"))
                .header(header, credentials).GET());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
        return answer;
    }

    private static Path refusals() {
        return folder.resolve("state/data-refused.log");
    }

    private static Path log() {
        return folder.resolve("state/data-access.log");
    }

    @Test
    void noSecretIsInIt() throws IOException {
        NewApiKey key = server.identity().apiKeys().add("secretive", Set.of(Permission.COMMON_READ), null);
        String token = server.token("farmer:F3");
        line(server.get(WEEK, "farmer:F3"));
        line(server.send(HttpRequest.newBuilder(server.uri("/v3/common/generations"))
                .header("X-API-Key", key.text()).GET()));
        // a client that sends its token as a parameter is refused, and the token is not written down
        line(server.get("/v3/common/generations?access_token=" + token, "farmer:F3"));
        assertThat(Files.readString(refusals())).contains("\"status\":400")
                .doesNotContain(token, key.text(), server.clientSecret("F3"), "access_token");
        assertThat(Files.readString(log())).doesNotContain(token, key.text(), server.clientSecret("F3"),
                "access_token");
    }

    @Test
    void itIsTakenAwayAsCsvAndThatIsAudited() {
        HttpResponse<String> asked = server.get("/v3/common/generations", "farmer:F4");
        JsonNode line = line(asked);
        String id = line.get("request_id").asText();
        HttpResponse<String> file = server.get("/v3/admin/accesses?farmer_id=F4&format=csv", "admin");
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        assertThat(file.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"data-accesses.csv\"");
        assertThat(file.body().lines()).first().isEqualTo(
                "time,account_id,farmer_id,looks,address,request_id,method,route,values,snapshot_id,status,count,"
                + "rows,bytes");
        assertThat(file.body().lines().filter(each -> each.contains(id))).singleElement().asString()
                .startsWith(line.get("time").asText())
                .contains(",F4,,127.0.0.1," + id + ",GET,/v3/common/generations,")
                        .endsWith("," + asked.headers().firstValue("X-Snapshot-Id").orElseThrow()
                        + ",200,1," + LiveServer.json(asked).get("data").size() + ","
                        + asked.body().getBytes(StandardCharsets.UTF_8).length);

        JsonNode audit = server.data("/v3/admin/audit?event=admin_request&limit=1000", "admin");
        assertThat(audit).anySatisfy(event -> {
            assertThat(event.get("action").asText()).isEqualTo("accesses read");
            assertThat(event.at("/arguments/farmer_id").asText()).isEqualTo("F4");
            assertThat(event.get("outcome").asText()).isEqualTo("done");
        });
        // by the header too
        HttpResponse<String> accepted = server.send(server.request("/v3/admin/accesses?limit=1", "admin")
                .header("Accept", "text/csv").GET());
        assertThat(accepted.body().lines()).hasSize(2);
    }

    /** A caller who asks too often has one line a minute, beside what others asked before. */
    @Test
    void whoAsksTooOftenIsALineAMinute() throws IOException {
        Path home = Files.createDirectories(folder.resolve("often"));
        StepClock clock = new StepClock(Instant.now());
        AtomicInteger known = new AtomicInteger();
        Map<String, String> settings = Map.of("limits.requests-per-second", "1");
        try (LiveServer often = LiveServer.start(home, FjordDelivery.TODAY, settings, event -> {
            // comes after the data access
            if (event instanceof Event.Refused) {
                known.incrementAndGet();
            }
        }, clock).ingest(FjordDelivery.write(home.resolve("delivery")))) {
            assertThat(often.get("/v3/common/generations", "farmer:F2").statusCode()).isEqualTo(200);
            int refused = 0;
            String last = "";
            while (refused < 50) {
                HttpResponse<String> answer = often.get("/v3/common/generations", "farmer:F1");
                if (answer.statusCode() == 429) {
                    refused++;
                    last = answer.headers().firstValue("X-Request-Id").orElseThrow();
                }
            }
            eventually().untilAsserted(() -> assertThat(known).hasValue(50));
            clock.advance(Duration.ofMinutes(1));
            Path refusals = home.resolve("state/data-refused.log");
            eventually().untilAsserted(() -> assertThat(refusals).isNotEmptyFile());
            assertThat(Files.readAllLines(refusals)).singleElement().asString()
                    .contains("\"farmer_id\":\"F1\"", last, "\"route\":\"/v3/common/generations\"")
                    .contains("\"status\":429,\"count\":50,");
            assertThat(Files.readAllLines(home.resolve("state/data-access.log")))
                    .filteredOn(line -> line.contains("\"F2\"")).hasSize(1);
        }
    }

    /** The requests go on, the health says what is wrong, and once there is room again the lines are there. */
    @Test
    void aLogThatCannotBeWrittenFailsNoRequest() throws IOException {
        Path home = Files.createDirectories(folder.resolve("full"));
        try (LiveServer full = LiveServer.start(home, FjordDelivery.TODAY)
                .ingest(FjordDelivery.write(home.resolve("delivery")))) {
            Path file = home.resolve("state/data-access.log");
            assertThat(access(full).get("problem").isNull()).isTrue();
            Files.delete(file);
            Files.createDirectory(file);
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> answer = full.get("/v3/common/generations", "analyst");
                assertThat(answer.statusCode()).isEqualTo(200);
                ids.add(answer.headers().firstValue("X-Request-Id").orElseThrow());
            }
            eventually().untilAsserted(() -> assertThat(access(full).get("problem").asText())
                    .contains("data-access.log"));
            assertThat(full.get("/v3/admin/accesses", "admin").statusCode()).isEqualTo(503);
            Files.delete(file);
            eventually().untilAsserted(() -> assertThat(access(full).get("problem").isNull()).isTrue());
            assertThat(access(full).get("lost_lines").asInt()).isZero();
            assertThat(Files.readString(file)).contains(ids);
        }
    }

    private static JsonNode access(LiveServer of) {
        return LiveServer.json(of.get("/health/details", "admin")).get("access_log");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ?from=soon      | from
            ?to=+1000000000-01-01T00:00:00Z | to
            ?format=parquet | format
            ?limit=1001     | limit
            ?format=csv&limit=20001 | limit
            ?to=2026-13-01  | to
            ?limit=0        | limit
            ?offset=-1      | offset
            ?company=F1     | company
            """)
    void mistakesAreNamed(String query, String parameter) {
        HttpResponse<String> answer = server.get("/v3/admin/accesses" + query, "admin");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(LiveServer.json(answer).at("/details/0/parameter").asText()).isEqualTo(parameter);
    }

    @Test
    void adminsAloneReadIt() throws IOException {
        for (String caller : List.of("analyst", "farmer:F1", "readonly")) {
            assertThat(server.get("/v3/admin/accesses", caller).statusCode()).isEqualTo(403);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log()))).isEqualTo("rw-------");
    }

    /** The program's log and the audit log have the request, but not what was asked for. */
    @Test
    void noOtherLogSaysWhatWasAskedFor() throws IOException {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(line.getMessage() + " " + Arrays.toString(line.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger.getLogger("").addHandler(handler);
        logged = true;
        try {
            line(server.get(WEEK + "?generations=V2019", "analyst"));
            assertThat(said).anyMatch(line -> line.contains(WEEK)).noneMatch(line -> line.contains("V2019"));
        } finally {
            logged = false;
            Logger.getLogger("").removeHandler(handler);
        }
        assertThat(Files.readString(folder.resolve("state/audit.log"))).doesNotContain("V2019")
                .doesNotContain("data_access");
    }
}
