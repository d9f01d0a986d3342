package io.tidemark.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.WatchMail;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reader has set for the dashboard, as the server keeps it for the account. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class MyPageTest {
    private static final String PATH = "/v3/auth/my-page";

    @TempDir
    static Path folder;

    @AutoClose
    private static GuardedServer server;

    @BeforeAll
    static void start() {
        server = new GuardedServer(folder, Map.of());
    }

    private static HttpResponse<String> put(String token, String body) {
        return server.send(server.request(PATH).header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body)));
    }

    private static JsonNode get(String token) {
        HttpResponse<String> answer = server.get(PATH, token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        return GuardedServer.json(answer).get("data");
    }

    private static Accounts accounts() {
        return server.server.identity().accounts();
    }

    private static String tokenOf(String name, Access access, String email) {
        accounts().addUser(name, email, access, GuardedServer.PASSWORD);
        return server.token(name);
    }

    private static int pages() throws Exception {
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("state/tidemark.db"));
                ResultSet row = state.createStatement().executeQuery("SELECT count(*) FROM my_page")) {
            return row.getInt(1);
        }
    }

    @Test
    void eachAccountHasItsOwnAndAPutReplacesIt() {
        String kari = server.token("kari");
        String board = server.token("board");
        assertThat(get(kari).toString()).isEqualTo("{\"start_page\":null,\"areas\":null,\"own\":null,"
                + "\"language\":null,\"theme\":null,\"watch_mail\":\"off\",\"week_mail\":null}");

        HttpResponse<String> answer = put(kari, "{\"start_page\":\"/mortality\",\"areas\":\"A2,4\",\"own\":\"group\","
                + "\"language\":\"en\",\"theme\":\"dark\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(get(kari).toString()).isEqualTo("{\"start_page\":\"/mortality\",\"areas\":\"A2,4\","
                + "\"own\":\"group\",\"language\":\"en\",\"theme\":\"dark\",\"watch_mail\":\"off\","
                + "\"week_mail\":null}");
        assertThat(get(board).get("start_page").isNull()).isTrue();

        put(kari, "{\"theme\":\"light\",\"language\":null}");
        assertThat(get(kari).get("theme").asText()).isEqualTo("light");
        assertThat(get(kari).get("language").isNull()).isTrue();
        assertThat(get(kari).get("start_page").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"start_page":"//evil.example.org"}  | start_page
            {"start_page":"mortality"}           | start_page
            {"start_page":7}                     | start_page
            {"areas":"A2;drop"}                  | areas
            {"areas":["A2"]}                     | areas
            {"own":"all"}                        | own
            {"language":"de"}                    | language
            {"theme":"pink"}                     | theme
            {"watch_mail":"yes"}                 | watch_mail
            {"colour":"x"}                       | colour
            {"watch_mail":"nb"}                  | watch_mail
            {"week_mail":"yes"}                  | week_mail
            {"week_mail":"nb"}                   | week_mail
            [1]                                  | body
            """)
    void whatIsNotAllowedIsNamedAndNothingIsKept(String body, String field) {
        String token = server.token("kari");
        String before = get(token).toString();
        HttpResponse<String> answer = put(token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"parameter\":\"" + field + "\"");
        assertThat(get(token).toString()).isEqualTo(before);
    }

    @Test
    void itIsForTokensAloneAndOfLimitedSize() {
        assertThat(server.send(server.request(PATH)).statusCode()).isEqualTo(401);
        assertThat(server.send(server.request(PATH).header("X-API-Key", "tm_x_y")).statusCode()).isEqualTo(401);
        String token = server.token("kari");
        assertThat(put(token, "{\"areas\":\"" + "A2,".repeat(10_000) + "\"}").statusCode()).isEqualTo(413);
        assertThat(server.send(server.request(PATH).header("Authorization", "Bearer " + token).DELETE()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void messagesAreAskedForByOneself() {
        String token = tokenOf("una", Access.of(Role.FARMER, "F07", null), "una@example.org");
        assertThat(put(token, "{\"watch_mail\":\"nb\"}").statusCode()).isEqualTo(200);
        assertThat(accounts().findUser("una").orElseThrow().watchMail()).isEqualTo(WatchMail.NB);
        assertThat(accounts().watchers()).extracting(account -> account.name()).contains("una");
        // other settings leave them
        put(token, "{\"theme\":\"dark\"}");
        assertThat(get(token).get("watch_mail").asText()).isEqualTo("nb");
        put(token, "{\"watch_mail\":\"off\",\"week_mail\":null}");
        assertThat(accounts().findUser("una").orElseThrow().watchMail()).isEqualTo(WatchMail.OFF);
        assertThat(server.get("/v3/auth/userinfo", token).statusCode()).isEqualTo(200);
    }

    @Test
    void theSummaryOfAWeekIsTakenOnce() {
        LocalDate monday = LocalDate.of(2027, 2, 1);
        String token = tokenOf("ida", Access.of(Role.FARMER, "F08", null), "ida@example.org");
        String id = accounts().findUser("ida").orElseThrow().id();
        put(token, "{\"week_mail\":\"en\"}");
        assertThat(accounts().weekReaders(monday)).extracting(account -> account.name()).containsExactly("ida");
        assertThat(accounts().takeWeek(id, monday)).contains(WatchMail.EN);
        assertThat(accounts().takeWeek(id, monday)).isEmpty();
        // who asks anew in the same week has had it
        put(token, "{\"week_mail\":\"off\"}");
        put(token, "{\"week_mail\":\"nb\"}");
        assertThat(accounts().weekReaders(monday)).isEmpty();
        assertThat(accounts().weekReaders(monday.plusWeeks(1))).hasSize(1);
        assertThat(accounts().watchers()).extracting(account -> account.name()).doesNotContain("ida");
    }

    @Test
    void itIsErasedWithTheAccountAndTheCompany() throws Exception {
        int before = pages();
        put(tokenOf("leaves", Access.of(Role.ANALYST, null, null), "l@example.org"), "{\"theme\":\"dark\"}");
        put(tokenOf("also", Access.of(Role.FARMER, "F77", null), "a@example.org"), "{\"theme\":\"dark\"}");
        assertThat(pages()).isEqualTo(before + 2);

        accounts().revokeUser("leaves");
        assertThat(pages()).isEqualTo(before + 1);
        accounts().revokeAllOf("F77");
        assertThat(pages()).isEqualTo(before);
    }
}
