package io.tidemark.server.intake;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole deliveries go into the watched folder, and nothing else: whatever is sent, and wherever it is cut off. */
class IntakeTest {

    private static final String NONE = "sha-256=:" + Base64.getEncoder().encodeToString(new byte[32]) + ":";

    @TempDir
    static Path folder;

    private static GuardedServer server;
    private static Path landing;
    private static final Map<String, String> TOKENS = new HashMap<>();
    private static ClientCredentials client;

    @BeforeAll
    static void start() throws IOException {
        landing = Files.createDirectory(folder.resolve("landing"));
        Map<String, String> settings = new HashMap<>(Map.of("intake.port", "0", "intake.folder", landing.toString(),
                "intake.free-mb", "1"));
        settings.putAll(Map.of("intake.part-mb", "9", "intake.file-mb", "25", "intake.files", "3", "intake.unfinished",
                "5", "intake.daily-mb", "60",
                "intake.waiting", "2", "intake.concurrent", "2", "intake.request-seconds", "300",
                "intake.requests-per-second", "1000"));
        server = new GuardedServer(folder, settings);
        for (String farmer : List.of("F07", "F08", "F09", "F10", "F11", "F12", "F13", "F14")) {
            account(farmer, Access.of(Role.FARMER, farmer, Set.of(Permission.DELIVER)));
        }
        account("analyst", Access.of(Role.ANALYST, null, null));
        account("boss", Access.of(Role.ADMIN, null, null));
        account("odd", Access.of(Role.FARMER, "..", Set.of(Permission.DELIVER)));
        TOKENS.put("kari", server.token("kari"));
        client = server.server.identity().accounts()
                .addClient("havlaks", Access.of(Role.FARMER, "F07", Set.of(Permission.DELIVER)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void account(String name, Access access) {
        server.server.identity().accounts().addUser(name, null, access, GuardedServer.PASSWORD);
        TOKENS.put(name, server.token(name));
    }

    private static int port() {
        return server.server.intakePort().orElseThrow();
    }

    private static HttpRequest.Builder request(String who, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .header("Authorization", "Bearer " + TOKENS.get(who));
    }

    private static String digest(byte[] bytes) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(Sha256.digest().digest(bytes)) + ":";
    }

    private static HttpResponse<String> put(String who, String path, byte[] body) {
        return server.send(request(who, "/intake/v1/deliveries/" + path).header("Content-Digest", digest(body))
                .header("Repr-Digest", digest(body)).PUT(BodyPublishers.ofByteArray(body)));
    }

    private static HttpResponse<String> part(String who, String path, byte[] whole, int from, int to) {
        byte[] body = Arrays.copyOfRange(whole, from, to);
        return server.send(request(who, "/intake/v1/deliveries/" + path).header("Content-Digest", digest(body))
                .header("Repr-Digest", digest(whole))
                .header("Content-Range", "bytes " + from + "-" + (to - 1) + "/"
                + whole.length).PUT(BodyPublishers.ofByteArray(body)));
    }

    private static JsonNode status(String who, String name) {
        return GuardedServer.json(server.send(request(who, "/intake/v1/deliveries/" + name).GET()));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static List<String> landed(String delivery) throws IOException {
        Path place = landing.resolve(delivery);
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).map(file -> place.relativize(file).toString()).sorted().toList();
        }
    }

    @Test
    void aDeliveryIsSeenWhenItIsCompleteAndIsNoLongerTheSendersThen() throws IOException {
        assertThat(put("F08", "july/stock.csv", text("date\n")).statusCode()).isEqualTo(200);
        assertThat(put("F08", "july/fishtalk/10001/Tapsårsak%20(1).csv", text("x")).statusCode()).isEqualTo(200);
        assertThat(landing.resolve("F08+july")).doesNotExist();
        assertThat(status("F08", "july").get("state").asText()).isEqualTo("arriving");
        // a file that is sent again takes the place of the one before
        assertThat(put("F08", "july/stock.csv", text("date,site_id\n")).statusCode()).isEqualTo(200);

        HttpResponse<String> complete = server.send(request("F08",
                "/intake/v1/deliveries/july/complete").POST(BodyPublishers.noBody()));
        assertThat(complete.statusCode()).as(complete.body()).isEqualTo(200);
        assertThat(GuardedServer.json(complete).get("state").asText()).isEqualTo("waiting");
        assertThat(landed("F08+july")).containsExactly(".done", "farmers/F08/fishtalk/10001/Tapsårsak (1).csv",
                "farmers/F08/stock.csv");
        assertThat(landing.resolve("F08+july/farmers/F08/stock.csv")).hasContent("date,site_id\n");
        assertThat(folder.resolve("lake")).doesNotExist();
        eventually().until(() -> server.events.stream()
                .anyMatch(event -> event instanceof Event.DeliveryReceived received
                && received.farmerId().equals("F08") && received.delivery().equals("july") && received.files() == 2
                && received.bytes() == 14));

        assertThat(put("F08", "july/losses.csv", text("x")).statusCode()).isEqualTo(409);
        assertThat(server.send(request("F08", "/intake/v1/deliveries/july").DELETE()).statusCode()).isEqualTo(409);
        // an answer that was lost is given again, and no second event
        assertThat(server.send(request("F08", "/intake/v1/deliveries/july/complete").POST(BodyPublishers.noBody()))
                .statusCode()).isEqualTo(200);
        JsonNode all = GuardedServer.json(server.send(request("F08", "/intake/v1/deliveries").GET()));
        assertThat(all.get("farmer_id").asText()).isEqualTo("F08");
        assertThat(all.get("deliveries").findValuesAsText("name")).contains("july");
        assertThat(GuardedServer.json(server.send(request("F08", "/intake/v1/rejects").GET())).get("rejects"))
                .isEmpty();
    }

    private static long uploads(String delivery) {
        return server.events.stream().filter(event -> event instanceof Event.RequestAnswered answered
                && answered.method().equals("PUT")
                && answered.path().startsWith("/intake/v1/deliveries/" + delivery + "/")).count();
    }

    @Test
    void theCommandGoesOnWhereAnUploadEnded() throws IOException {
        byte[] large = random(20_000_000);
        Path delivery = folder.resolve("out/august");
        Files.createDirectories(delivery.resolve("farmers/F07"));
        Files.write(delivery.resolve("farmers/F07/stock.parquet"), large);
        Files.writeString(delivery.resolve("farmers/F07/losses.csv"), "");
        Files.writeString(delivery.resolve("farmers/F07/.hidden"), "x");
        Path secret = Files.writeString(folder.resolve("secret"), client.clientSecret() + "\n");
        String[] words = ("deliver " + delivery + " --to http://localhost:" + port() + " --client-id " + client.client()
                .id() + " --secret-file " + secret + " --retries 1").split(" ");
        assertThat(part("F07", "august/stock.parquet", large, 0, 8_000_000).statusCode()).isEqualTo(200);
        assertThat(part("F07", "august/stock.parquet", large, 8_000_000, 16_000_000).statusCode()).isEqualTo(200);
        // an event comes just after its answer
        eventually().untilAsserted(() -> assertThat(uploads("august")).isEqualTo(2));

        CommandRun run = CommandRun.of(words);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("delivered august: 2 files, 19.1 MB; waiting\n");
        assertThat(run.err()).contains("100 %  stock.parquet").doesNotContain(client.clientSecret());
        assertThat(landed("F07+august")).containsExactly(".done", "farmers/F07/losses.csv",
                "farmers/F07/stock.parquet");
        assertThat(Files.readAllBytes(landing.resolve("F07+august/farmers/F07/stock.parquet"))).isEqualTo(large);
        // what had arrived was not sent again
        eventually().untilAsserted(() -> assertThat(uploads("august")).isEqualTo(4));
        assertThat(CommandRun.of(words).out()).contains("august was already delivered");

        assertThat(CommandRun.of("deliver", delivery.toString(), "--to", "http://localhost:" + port(), "--client-id",
                client.client().id(),
                "--secret-file", folder.resolve("landing").resolve("none").toString()).code()).isEqualTo(5);
        Files.writeString(secret, "wrong");
        CommandRun refused = CommandRun.of("deliver", delivery.toString(), "--to", "http://localhost:" + port(),
                "--client-id", client.client().id(), "--secret-file", secret.toString(), "--name", "autumn");
        assertThat(refused.code()).isEqualTo(3);
        Files.delete(secret);
        CommandRun named = CommandRun.of("deliver", delivery.toString(), "--to", "http://localhost:" + port(),
                "--client-id", client.client().id(), "--secret-file", secret.toString(), "--name", "../autumn");
        assertThat(named.code()).as("before the secret is read").isEqualTo(2);
        assertThat(named.err()).contains("must have 1 to 64 letters from a to z, digits, '.', '_' or '-', and begin "
                + "with a letter or digit");
        assertThat(CommandRun.of("deliver", delivery.toString(), "--to", "http://example.org", "--client-id", "x",
                "--secret-file", "y").code())
                .isEqualTo(2);
    }

    @Test
    void partsThatDoNotFitLeaveNothingBehind() {
        byte[] whole = text("0123456789");
        assertThat(part("F09", "parts/stock.csv", whole, 0, 4).statusCode()).isEqualTo(200);
        HttpResponse<String> gap = part("F09", "parts/stock.csv", whole, 5, 10);
        assertThat(gap.statusCode()).isEqualTo(409);
        assertThat(gap.body()).contains("has 4 bytes so far");
        HttpResponse<String> wrong = server.send(request("F09", "/intake/v1/deliveries/parts/stock.csv")
                .header("Content-Digest", NONE)
                .header("Repr-Digest", digest(whole)).header("Content-Range",
                "bytes 4-9/10").PUT(BodyPublishers.ofString("456789")));
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("Content-Digest");
        assertThat(status("F09", "parts").at("/files/0/received").asLong()).isEqualTo(4);
        assertThat(server.send(request("F09", "/intake/v1/deliveries/parts/complete").POST(BodyPublishers.noBody()))
                .body())
                .contains("Not everything has arrived: stock.csv");
        assertThat(part("F09", "parts/stock.csv", whole, 4, 10).statusCode()).isEqualTo(200);
        assertThat(status("F09", "parts").at("/files/0/whole").asBoolean()).isTrue();

        HttpResponse<String> other = server.send(request("F09", "/intake/v1/deliveries/parts/losses.csv")
                .header("Content-Digest", digest(whole))
                .header("Repr-Digest", NONE).PUT(BodyPublishers.ofByteArray(whole)));
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("Repr-Digest", "send the file again");
        assertThat(status("F09", "parts").get("files")).hasSize(1);
        assertThat(put("F09", "parts/stock.csv/part-0.parquet", whole).statusCode()).isEqualTo(409);
        assertThat(server.send(request("F09", "/intake/v1/deliveries/parts").DELETE()).statusCode()).isEqualTo(200);
        assertThat(server.send(request("F09", "/intake/v1/deliveries/parts").GET()).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x/../stock.csv", "x/..%2Fstock.csv", "x/%2e%2e/stock.csv", "x/.hidden.csv",
            "x/_stock.csv", "x/a//b.csv", "x/a%5Cb.csv",
        "x/a%00.csv", "x/a%0A.csv", "x/stock.csv%20", "x/stock.", "x/a/b/c/d/e/f/g/h/i.csv", "x/st%22ock.csv",
        "x/st:ock.csv", "F08+x/stock.csv",
        "..%2Fx/stock.csv", ".x/stock.csv", "_x/stock.csv", "x%2Fy/stock.csv", "x y/stock.csv"})
    void pathsThatLeadElsewhereAreRefused(String path) throws IOException {
        int code = put("F10", path.replace(" ", "%20"), text("x")).statusCode();
        assertThat(code).isIn(400, 404);
        assertThat(Files.exists(landing.resolve(".intake"))
                ? landing.resolve(".intake").toFile().list() : new String[0])
                .noneMatch(name -> name.startsWith("F10"));
        assertThat(folder.toFile().list()).doesNotContain("stock.csv", "x");
    }

    @Test
    void namesHaveAtMost200Bytes() {
        assertThat(put("F10", "bytes/" + "%E4%B8%96".repeat(65) + ".csv", text("x")).statusCode()).isEqualTo(200);
        HttpResponse<String> longer = put("F10", "bytes/" + "%E4%B8%96".repeat(66) + ".csv", text("x"));
        assertThat(longer.statusCode()).isEqualTo(400);
        assertThat(longer.body()).contains("200 bytes of UTF-8");
        server.send(request("F10", "/intake/v1/deliveries/bytes").DELETE());
    }

    private static HttpResponse<String> complete(String who, String name) {
        return server.send(request(who, "/intake/v1/deliveries/" + name + "/complete").POST(BodyPublishers.noBody()));
    }

    @Test
    void aCompanyCannotKeepTheWatchFromTheOthers() throws IOException {
        for (String name : List.of("w1", "w2", "w3")) {
            assertThat(put("F12", name + "/stock.csv", text("date\n")).statusCode()).isEqualTo(200);
        }
        assertThat(complete("F12", "w1").statusCode()).isEqualTo(200);
        assertThat(complete("F12", "w2").statusCode()).isEqualTo(200);
        HttpResponse<String> third = complete("F12", "w3");
        assertThat(third.statusCode()).isEqualTo(409);
        assertThat(third.body()).contains("2 complete deliveries wait for the watch");
        assertThat(landing.resolve("F12+w3")).doesNotExist();
        assertThat(complete("F12", "w1").statusCode()).as("once more, as its answer may be lost").isEqualTo(200);
        aged(landing.resolve("F12+w2"), 1);
        JsonNode all = GuardedServer.json(server.send(request("F12", "/intake/v1/deliveries").GET()));
        assertThat(all.get("deliveries").findValuesAsText("name")).as("the newest first").hasSize(3).endsWith("w2");
        assertThat(all.get("more").asBoolean()).isFalse();
        Path record = Files.createDirectories(folder.resolve("lake/watch"))
                .resolve(Sha256.hex(landing.toRealPath().toString()).substring(0, 16) + ".json");
        Files.writeString(record, "{");
        assertThat(complete("F12", "w3").statusCode()).as("while nobody knows what waits").isEqualTo(503);
        Files.writeString(record, """
                {"folder": "landing", "taken": {"F12+w1": {"print": "x", "outcome": "REJECTED", "snapshot": null, "arrival": null}}}""");
        assertThat(status("F12", "w1").get("state").asText()).isEqualTo("rejected");
        assertThat(complete("F12", "w3").statusCode()).as("when the watch has taken one").isEqualTo(200);
        DurableFiles.deleteTree(folder.resolve("lake"));
    }

    @Test
    void aFileCountsForTheDayByWhatItIsAnnouncedWith() {
        byte[] large = random(25_000_000);
        assertThat(part("F13", "day/a.csv", large, 0, 100).statusCode()).isEqualTo(200);
        assertThat(part("F13", "day/b.csv", large, 0, 100).statusCode()).isEqualTo(200);
        HttpResponse<String> third = part("F13", "day/c.csv", large, 0, 100);
        assertThat(third.statusCode()).as("75 MB, though 200 bytes have come").isEqualTo(413);
        assertThat(third.body()).contains(Long.toString(60L << 20));
        assertThat(part("F13", "day/a.csv", large, 100, 200).statusCode()).as("a file does not count twice")
                .isEqualTo(200);
        assertThat(part("F13", "day/a.csv", large, 0, 100).statusCode()).as("begun anew").isEqualTo(200);
        assertThat(part("F13", "day/c.csv", random(12_000_000), 0, 100).statusCode()).as("what still fits")
                .isEqualTo(200);
        server.send(request("F13", "/intake/v1/deliveries/day").DELETE());
    }

    private static void aged(Path folder, int days) throws IOException {
        FileTime time = FileTime.from(Instant.now().minus(Duration.ofDays(days)));
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.toList()) {
                Files.setLastModifiedTime(each, time);
            }
        }
    }

    @Test
    void aForgottenDeliveryIsRemovedUnlessARequestWorksOnIt() throws IOException {
        for (int i = 1; i <= 5; i++) {
            assertThat(put("F14", "d" + i + "/a.csv", text("x")).statusCode()).isEqualTo(200);
        }
        assertThat(put("F14", "d6/a.csv", text("x")).statusCode()).isEqualTo(409);
        Path drafts = landing.resolve(".intake");
        byte[] whole = random(200_000);
        try (Socket _ = begun("F14", "d1/b.csv", whole, 100_000)) {
            eventually().until(() -> status("F14", "d1").path("files").size() == 2);
            aged(drafts.resolve("F14+d1"), 8);
            aged(drafts.resolve("F14+d2"), 8);
            aged(drafts.resolve("F14+d3"), 6);
            assertThat(put("F14", "d6/a.csv", text("x")).statusCode()).isEqualTo(200);
            assertThat(drafts.resolve("F14+d1/farmers/F14/a.csv")).exists();
            assertThat(drafts.resolve("F14+d2")).doesNotExist();
            assertThat(drafts.resolve("F14+d3")).exists();
        }
        for (int i = 1; i <= 6; i++) {
            int number = i;
            eventually().until(() -> server.send(request("F14", "/intake/v1/deliveries/d" + number).DELETE())
                    .statusCode() == 200);
        }
    }

    @ParameterizedTest
    @CsvSource({"kari, 403", "analyst, 403", "boss, 403", "odd, 403", "nobody, 401"})
    void onlyAccountsOfACompanyWithThePermissionDeliver(String who, int code) {
        assertThat(put(who, "x/stock.csv", text("x")).statusCode()).isEqualTo(code);
        assertThat(server.send(request(who, "/intake/v1/deliveries").GET()).statusCode()).isEqualTo(code);
    }

    @Test
    void aCompanySeesNothingOfAnother() {
        assertThat(put("F11", "secret/stock.csv", text("x")).statusCode()).isEqualTo(200);
        assertThat(server.send(request("F09", "/intake/v1/deliveries/secret").GET()).statusCode()).isEqualTo(404);
        assertThat(server.send(request("F09", "/intake/v1/deliveries").GET()).body()).doesNotContain("secret");
        assertThat(server.send(request("F09",
                "/intake/v1/rejects/20260101T000000.000Z?path=farmers/F11/stock.csv").GET()).statusCode())
                .isEqualTo(404);
        // the permission is for uploads alone, and uploads are on their port alone
        assertThat(server.get("/v3/mortality/areas/week", Objects.requireNonNull(TOKENS.get("F11"))).statusCode())
                .isIn(403, 503);
        assertThat(server.get("/intake/v1/deliveries", Objects.requireNonNull(TOKENS.get("F11"))).statusCode())
                .isEqualTo(404);
        assertThat(server.send(request("F11", "/v3/mortality/areas/week").GET()).statusCode()).isEqualTo(404);
    }

    @Test
    void sizesAndNumbersAreLimited() {
        byte[] content = text("x");
        assertThat(put("F10", "big/stock.csv", random(9_500_000)).statusCode()).isEqualTo(413);
        assertThat(part("F10", "big/stock.csv", random(27_000_000), 0, 100).statusCode()).isEqualTo(413);
        for (int i = 1; i <= 3; i++) {
            assertThat(put("F10", "n1/f" + i + ".csv", content).statusCode()).isEqualTo(200);
        }
        assertThat(put("F10", "n1/f4.csv", content).body()).contains("at most 3 files");
        for (int i = 2; i <= 5; i++) {
            assertThat(put("F10", "n" + i + "/f.csv", content).statusCode()).isEqualTo(200);
        }
        assertThat(put("F10", "n6/f.csv", content).body()).contains("5 incomplete deliveries");
        // 60 MB a day: seven of these fit, and eight do not
        byte[] large = random(8_900_000);
        for (int i = 0; i < 7; i++) {
            assertThat(put("F10", "n" + (2 + i / 2) + "/g" + i % 2 + ".csv", large).statusCode())
                    .as("upload %d of the day", i).isEqualTo(200);
        }
        HttpResponse<String> more = put("F10", "n5/g1.csv", large);
        assertThat(more.statusCode()).as(more.body()).isEqualTo(413);
        assertThat(more.body()).contains(Long.toString(60L << 20));
        assertThat(part("F10", "n5/g1.csv", large, 0, 100).statusCode())
                .as("by its whole length, whatever the first part is").isEqualTo(413);
        assertThat(put("F10", "n5/g1.csv", content).statusCode()).as("what still fits").isEqualTo(200);
        assertThat(put("F11", "size/stock.csv", large).statusCode()).as("another company's").isEqualTo(200);
        server.send(request("F11", "/intake/v1/deliveries/size").DELETE());
        for (int i = 1; i <= 5; i++) {
            server.send(request("F10", "/intake/v1/deliveries/n" + i).DELETE());
        }
    }

    /** What follows an announcement that is too long may be the body: it is never read as a request. */
    @Test
    void anUploadThatIsAnnouncedAsTooLongEndsItsConnection() throws IOException {
        byte[] next = text("GET /intake/v1/deliveries HTTP/1.1\r\nHost: localhost\r\n\r\n");
        try (Socket socket = begun("F09", "long/stock.csv", random(9_500_000), 0)) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write(next);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 413 ").containsOnlyOnce("HTTP/1.1 ")
                    .containsIgnoringCase("\r\nConnection: close\r\n");
        }
        assertThat(status("F09", "long").get("error").asText()).as("nothing of it is kept").isEqualTo("not_found");
    }

    private static Socket begun(String who, String name, byte[] whole, int sent) throws IOException {
        return begun(port(), Objects.requireNonNull(TOKENS.get(who)), name, whole, sent);
    }

    private static Socket begun(int port, String token, String name, byte[] whole, int sent) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(120_000);
        String head = "PUT /intake/v1/deliveries/" + name + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nContent-Length: " + whole.length + "\r\nContent-Digest: " + digest(whole) + "\r\nRepr-Digest: "
                + digest(whole) + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write(whole, 0, sent);
        socket.getOutputStream().flush();
        return socket;
    }

    @Test
    void brokenAndSlowUploadsAreUndoneAndDoNotBlockOthers() throws IOException {
        byte[] whole = random(200_000);
        try (Socket _ = begun("F09", "slow/a.csv", whole, 100_000);
                Socket _ = begun("F09", "slow/b.csv", whole, 100_000)) {
            eventually().until(() -> status("F09", "slow").path("files").size() == 2);
            HttpResponse<String> third = put("F09", "slow/c.csv", text("x"));
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(server.send(request("F09", "/intake/v1/deliveries/slow/complete").POST(BodyPublishers.noBody()))
                    .statusCode()).isEqualTo(409);
            assertThat(put("F11", "other/c.csv", text("x")).statusCode()).as("another company's").isEqualTo(200);
        }
        begun("F09", "slow/d.csv", whole, 150_000).close();
        eventually().until(() -> put("F09", "slow/c.csv", text("x")).statusCode() == 200);
        eventually().untilAsserted(() -> assertThat(status("F09", "slow").get("files").findValuesAsText("file"))
                .containsExactly("c.csv"));
        server.send(request("F09", "/intake/v1/deliveries/slow").DELETE());
    }

    @Test
    void anUploadThatStallsIsEnded(@TempDir Path other) throws IOException {
        Path landing = Files.createDirectory(other.resolve("landing"));
        try (GuardedServer hasty = new GuardedServer(other,
                Map.of("intake.port", "0", "intake.folder", landing.toString(),
                "intake.free-mb", "1", "intake.request-seconds", "2"))) {
            Access company = Access.of(Role.FARMER, "F07", Set.of(Permission.DELIVER));
            hasty.server.identity().accounts().addUser("F07", null, company, GuardedServer.PASSWORD);
            int port = hasty.server.intakePort().orElseThrow();
            try (Socket socket = begun(port, hasty.token("F07"), "slow/a.csv", random(200_000), 100_000)) {
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
                assertThat(answer).startsWith("HTTP/1.1 408 ");
            }
        }
    }

    @Test
    void aFullDiskAFolderThatIsNotThereAndTooManyRequests(@TempDir Path other) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of("intake.port", "0", "intake.folder",
                Files.writeString(other.resolve("file"), "x").resolve("none").toString()));
        assertThatThrownBy(() -> new GuardedServer(other, settings)).isInstanceOf(ConfigException.class)
                .hasMessageContaining("is no folder and cannot be made by " + System.getProperty("user.name")
                        + "; as root: install -d ");
        // one that is missing is made
        settings.put("intake.folder", other.resolve("landing").toString());
        settings.put("intake.free-mb", "100000000");
        settings.put("intake.requests-per-second", "1");
        try (GuardedServer full = new GuardedServer(other, settings)) {
            full.server.identity().accounts().addUser("F07", null,
                    Access.of(Role.FARMER, "F07", Set.of(Permission.DELIVER)), GuardedServer.PASSWORD);
            HttpResponse<String> answer = full.send(HttpRequest.newBuilder(URI.create("http://localhost:"
                    + full.server.intakePort().orElseThrow()
                    + "/intake/v1/deliveries/x/stock.csv")).header("Authorization", "Bearer " + full.token("F07"))
                    .header("Content-Digest", digest(text("x")))
                    .header("Repr-Digest", digest(text("x"))).PUT(BodyPublishers.ofString("x")));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("60");

            full.server.identity().accounts().addUser("F08", null,
                    Access.of(Role.FARMER, "F08", Set.of(Permission.DELIVER)), GuardedServer.PASSWORD);
            HttpRequest.Builder list = HttpRequest.newBuilder(URI.create("http://localhost:" + full.server.intakePort()
                    .orElseThrow() + "/intake/v1/deliveries"));
            List<HttpRequest.Builder> both = Stream.of("F07", "F08")
                    .map(who -> list.copy().header("Authorization", "Bearer " + full.token(who))).toList();
            HttpResponse<String> last = eventually()
                    .until(() -> full.send(both.getFirst()), each -> each.statusCode() == 429);
            assertThat(last.headers().firstValue("Retry-After")).contains("1");
            assertThat(full.send(both.getLast()).statusCode()).as("another company's").isEqualTo(200);
        }
    }
}
