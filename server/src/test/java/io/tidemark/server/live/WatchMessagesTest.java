package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.StepClock;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.WatchMail;
import jakarta.mail.Address;
import jakarta.mail.BodyPart;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages after a publish, to a mail server and a receiver of posts. F1 has a pen above the limit, a missing day and a
 * rejected row; F3 has a pen above the limit; F4 to F7 have nothing to tell. On Monday they get the summary of week 4.
 */
final class WatchMessagesTest {

    private static final LocalDate END = LocalDate.of(2027, 1, 31);
    private static final int DAYS = 130;
    private static final String SECRET = "a secret of the hook";

    private record Post(String body, String signature) {
        JsonNode json() {
            try {
                return Json.MAPPER.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @TempDir
    Path folder;

    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private final List<Event> events = new CopyOnWriteArrayList<>();

    private Path delivery(String name, LocalDate end) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name)).farmer("F1", "G1")
               .farmer("F3", "G2").farmer("F4", "G3").farmer("F5", "G4")
               .farmer("F6", "G5").farmer("F7", "G6");
        delivery.line("authority/site.csv", "site", "10001,\"Vik <img src=x>&'\",62.5,6.25,offshore,3,,,");
        delivery.line("authority/site.csv", "site", "10002,Hemmelig Bukt,62.5,6.25,offshore,3,,,").site("10003", 3)
                .site("10004", 3).site("10005", 3).site("10006", 3);
        // 10002 is above the limit in week 4; 10001 was last counted in week 3, below it
        delivery.line("authority/lice.csv", "lice_weeks", "3,2027,10001,Vik,0.2,0.5,,Nei,Ja,62.5,6.25,0.5,Nei,,3")
                .line("authority/lice.csv", "lice_weeks",
                        "4,2027,10002,Hemmelig Bukt,0.63,0.5,,Nei,Ja,62.5,6.25,0.5,Ja,,3")
                .treatment("F3", "T1,2027-01-20,10002,Thermal,Lice,true,false,A,,,,2,")
                .treatment("F3", "T2,2027-01-22,10002,Cleanerfish,Lice,true,false,A,,,,1,")
                .treatment("F3", "T3,2027-01-03,10002,Bath,Lice,true,false,A,,,,1,");
        for (LocalDate day = END.minusDays(DAYS); !day.isAfter(end); day = day.plusDays(1)) {
            if (!day.equals(END.minusDays(5))) {
                pen(delivery, "F1", "10001", day, 60);
            }
            pen(delivery, "F3", "10002", day, 77);
            pen(delivery, "F4", "10003", day, 1);
            pen(delivery, "F5", "10004", day, 1);
            pen(delivery, "F6", "10005", day, 1);
            pen(delivery, "F7", "10006", day, 1);
        }
        if (end.equals(END)) {
            delivery.line("farmers/F1/losses.csv", "losses", END + ",10001,A,mortality,A101,many");
        }
        return delivery.write();
    }

    private static void pen(HandMadeDelivery delivery, String farmer, String site, LocalDate day, int dead) {
        delivery.stock(farmer, site, day, day, 100_000, "4000", "V2026")
                .loss(farmer, site, day, "mortality", "A101", dead);
    }

    private static String plain(MimeMessage mail) throws Exception {
        return part(mail, 0);
    }

    private static String part(MimeMessage mail, int index) throws Exception {
        BodyPart part = ((MimeMultipart) mail.getContent()).getBodyPart(index);
        return String.valueOf(part.getContent()).replace("\r\n", "\n");
    }

    private static Map<String, MimeMessage> byReceiver(GreenMail mails) {
        return Arrays.stream(mails.getReceivedMessages())
                .collect(Collectors.toMap(mail -> GreenMailUtil.getAddressList(receivers(mail)), mail -> mail));
    }

    private static Address[] receivers(MimeMessage mail) {
        try {
            return mail.getRecipients(Message.RecipientType.TO);
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpServer receiver() throws Exception {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            posts.add(new Post(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    exchange.getRequestHeaders().getFirst("X-Tidemark-Signature")));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        return receiver;
    }

    private void asks(Accounts accounts, String name, String farmer, String language) {
        accounts.addUser(name, name + "@example.org", Access.of(Role.FARMER, farmer, null), LiveServer.PASSWORD);
        CommandRun run = CommandRun.of("user", "set", name, "--watch-mail", language, "--state",
                folder.resolve("state").toString());
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void eachCompanyIsToldOfItsOwnPens() throws Exception {
        GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mails.start();
        HttpServer receiver = receiver();
        Map<String, String> settings = new LinkedHashMap<>(Map.of("watch.mail-host", "127.0.0.1", "watch.mail-port",
                Integer.toString(mails.getSmtp().getPort()), "watch.mail-starttls", "false", "watch.mail-from",
                "tidemark@example.org",
                "watch.dashboard", "https://bm.example.org/dashboard/", "watch.webhook",
                "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook", "watch.webhook-secret", SECRET,
                "metrics.port", "0"));
        try {
            try (LiveServer server = LiveServer.start(folder, END.plusDays(1), settings, events::add)) {
                Accounts accounts = server.identity().accounts();
                asks(accounts, "kari", "F1", "nb");
                asks(accounts, "ola", "F3", "en");
                asks(accounts, "per", "F4", "en");
                asks(accounts, "una", "F1", "off");
                server.ingest(delivery("first", END));
                eventually().untilAsserted(() -> assertThat(sent()).hasSize(4));
                told(mails);
                unsubscribe(server, Objects.requireNonNull(byReceiver(mails).get("kari@example.org")));
                assertThat(server.metrics().events("watch_sent")).isEqualTo(4);
            }
            assertThat(Files.readString(folder.resolve("state/audit.log"))).contains("\"watch_sent\"")
                    .doesNotContain("kari@example.org");
            again(mails, settings);
            summaries(mails, settings);
            command(settings);
        } finally {
            receiver.stop(0);
            mails.stop();
        }
    }

    private List<Event> sent() {
        return events.stream().filter(Event.WatchSent.class::isInstance).toList();
    }

    private void told(GreenMail mails) throws Exception {
        Map<String, MimeMessage> got = byReceiver(mails);
        assertThat(got.keySet()).isEqualTo(Set.of("kari@example.org", "ola@example.org"));
        MimeMessage kari = Objects.requireNonNull(got.get("kari@example.org"));
        MimeMessage ola = Objects.requireNonNull(got.get("ola@example.org"));
        assertThat(kari.getSubject()).isEqualTo("Tidemark: F1, merder som trenger deg: 1");
        assertThat(plain(kari)).contains("- lokalitet 10001 (Vik <img src=x>&'), merd A: over grensen i tre opptak til "
                + "sammen, 0,6 ‰ døde per dag ved opptaket 2027-01-31, grensen er 0,25 ‰",
                "1 av de siste 14 dagene mangler", "farmers/F1/losses.csv: 1 rader",
                "https://bm.example.org/dashboard/", "kontoen kari")
                .doesNotContain("F3", "10002", "Hemmelig", "0,77", "ola");
        assertThat(part(kari, 1)).contains("<html lang=\"nb\">", "Vik &lt;img src=x&gt;&amp;&#39;",
                "<a href=\"https://bm.example.org/dashboard/\">")
                .doesNotContain("<img", "Hemmelig", "10002");
        assertThat(ola.getSubject()).isEqualTo("Tidemark: F3, pens that need you: 1");
        assertThat(plain(ola)).contains("site 10002 (Hemmelig Bukt), pen A: above the limit over three collections, "
                + "0.77 ‰ dead a day at the collection of 2027-01-31", "account ola")
                .doesNotContain("F1", "10001", "Vik", "missing", "Rejected");
        assertThat(posts).extracting(post -> post.json().get("farmer_id").asText()).containsExactly("F1", "F3");
        for (Post post : posts) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            assertThat(post.signature()).isEqualTo("sha256=" + HexFormat.of()
                    .formatHex(mac.doFinal(post.body().getBytes(StandardCharsets.UTF_8))));
        }
        assertThat(posts.getFirst().json().at("/signals/0/unit_id").asText()).isEqualTo("A");
        assertThat(posts.getFirst().json().at("/rejected/0/rows").asInt()).isEqualTo(1);
        assertThat(posts.getFirst().body()).doesNotContain("F3", "10002", "Hemmelig");
        assertThat(posts.getLast().body()).doesNotContain("F1", "10001", "Vik");
    }

    /** By the link in the mail, without a sign-in: to open it ends nothing, as programs that check mails do. */
    private static void unsubscribe(LiveServer server, MimeMessage mail) throws Exception {
        String link = mail.getHeader("List-Unsubscribe", null);
        assertThat(link).matches("<https://bm\\.example\\.org/dashboard/web/unsubscribe/[0-9a-f]{32}>");
        assertThat(mail.getHeader("List-Unsubscribe-Post", null)).isEqualTo("List-Unsubscribe=One-Click");
        assertThat(plain(mail)).contains(link.substring(1, link.length() - 1));
        URI path = server.uri(link.substring(link.indexOf("/web/"), link.length() - 1));
        HttpResponse<String> asked = server.send(HttpRequest.newBuilder(path));
        assertThat(asked.body()).contains("<form method=\"post\"><button>Stopp meldingene</button></form>");
        assertThat(server.identity().accounts().findUser("kari").orElseThrow().watchMail()).isEqualTo(WatchMail.NB);

        HttpResponse<String> ended = server.send(HttpRequest.newBuilder(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("List-Unsubscribe=One-Click")));
        assertThat(ended.statusCode()).isEqualTo(200);
        assertThat(ended.body()).contains("Du får ikke lenger meldinger om merdene deres");
        assertThat(server.identity().accounts().findUser("kari").orElseThrow().watchMail()).isEqualTo(WatchMail.OFF);
        assertThat(server.identity().accounts().findUser("ola").orElseThrow().watchMail()).isEqualTo(WatchMail.EN);
        assertThat(server.send(HttpRequest.newBuilder(server.uri("/web/unsubscribe/0a1b"))).statusCode())
                .isEqualTo(404);
    }

    /**
     * A restart tells nothing again; after the next publish the rejected row is not told again, and who unsubscribed
     * gets nothing. The rejected rows of F5 cannot be read, which is nobody else's loss.
     */
    private void again(GreenMail mails, Map<String, String> settings) throws Exception {
        Path broken = Files.createDirectories(folder.resolve("lake/rejects/20270101T000000.000Z/farmers/F5"))
                .resolve("losses.csv");
        Files.writeString(broken, "no,such,heads\n1,2,3\n");
        try (LiveServer server = LiveServer.start(folder, END.plusDays(2), settings, events::add)) {
            server.ingest(delivery("second", END.plusDays(1)));
            eventually().untilAsserted(() -> assertThat(sent()).hasSize(7));
        }
        assertThat(mails.getReceivedMessages()).hasSize(3);
        assertThat(receivers(mails.getReceivedMessages()[2])).extracting(Object::toString)
                .containsExactly("ola@example.org");
        assertThat(posts).extracting(post -> post.json().get("farmer_id").asText() + post.json().get("rejected").size())
                .containsExactly("F11", "F30", "F10", "F30");
        assertThat(events).filteredOn(Event.WatchGivenUp.class::isInstance).singleElement()
                .isInstanceOfSatisfying(Event.WatchGivenUp.class, given -> {
            assertThat(given.farmerId()).isEqualTo("F5");
            assertThat(given.reason()).isEqualTo("the message cannot be made");
        });
    }

    /**
     * From Monday at seven (06:00 UTC) to those who asked, once, also after a restart; on Tuesday where the server was
     * down on Monday.
     */
    private void summaries(GreenMail mails, Map<String, String> settings) throws Exception {
        mails.purgeEmailFromAllMailboxes();
        StepClock clock = new StepClock(Instant.parse("2027-02-01T05:59:30Z"));
        try (LiveServer server = LiveServer.start(folder, END.plusDays(2), settings, events::add, clock)) {
            weekly(server, "ola", "en");
            weekly(server, "una", "nb");
            assertThat(put(server, server.token("analyst"), "en").statusCode()).isEqualTo(400);
            assertThat(mails.getReceivedMessages()).isEmpty();
            clock.to(Instant.parse("2027-02-01T06:00:00Z"));
            eventually().untilAsserted(() -> assertThat(byReceiver(mails).keySet()).as("%s", events)
                    .isEqualTo(Set.of("ola@example.org", "una@example.org")));
            summary(byReceiver(mails));
        }
        clock = new StepClock(Instant.parse("2027-02-01T12:00:00Z"));
        try (LiveServer server = LiveServer.start(folder, END.plusDays(2), settings, events::add, clock)) {
            weekly(server, "per", "en");
            clock.advance(Duration.ofMinutes(1));
            eventually().untilAsserted(() -> assertThat(mails.getReceivedMessages()).hasSize(3));
            MimeMessage per = Objects.requireNonNull(byReceiver(mails).get("per@example.org"));
            assertThat(plain(per)).contains("No pen or site needs anybody this week.").doesNotContain("- ", ";  ");
            String link = Objects.requireNonNull(byReceiver(mails).get("ola@example.org"))
                    .getHeader("List-Unsubscribe", null);
            URI path = server.uri(link.substring(link.indexOf("/web/"), link.length() - 1));
            assertThat(server.send(HttpRequest.newBuilder(path)).body()).contains("Stop the summary on Mondays?");
            assertThat(server.send(HttpRequest.newBuilder(path).POST(HttpRequest.BodyPublishers.noBody())).body())
                    .contains("You no longer get the summary on Mondays");
            assertThat(server.identity().accounts().findUser("ola").orElseThrow().watchMail()).isEqualTo(WatchMail.EN);
        }
        mails.purgeEmailFromAllMailboxes();
        clock = new StepClock(Instant.parse("2027-02-09T10:00:00Z"));
        try (LiveServer _ = LiveServer.start(folder, END.plusDays(2), settings, events::add, clock)) {
            eventually().untilAsserted(() -> assertThat(byReceiver(mails).keySet())
                    .isEqualTo(Set.of("una@example.org", "per@example.org")));
        }
    }

    private static HttpResponse<String> put(LiveServer server, String token, String language) {
        return server.send(HttpRequest.newBuilder(server.uri("/v3/auth/my-page"))
                .header("Authorization", "Bearer " + token).header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"week_mail\":\"" + language + "\"}")));
    }

    private static void weekly(LiveServer server, String name, String language) {
        HttpResponse<String> answer = put(server, server.tokenOf(name), language);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static void summary(Map<String, MimeMessage> got) throws Exception {
        MimeMessage ola = Objects.requireNonNull(got.get("ola@example.org"));
        assertThat(ola.getSubject()).isEqualTo("Tidemark: Company F3, week 4, 2027");
        assertThat(ola.getHeader("List-Unsubscribe", null))
                .matches("<https://bm\\.example\\.org/dashboard/web/unsubscribe/week-[0-9a-f]{32}>");
        // others lost 360 of F1, which lacks a day, and 7 each of F4 to F7 in 3,400,000 fish days: 79.9 of F3's 700,000
        assertThat(plain(ola)).matches(Pattern.compile("""
                Company F3, week 4, 2027 \\(2027-01-25 to 2027-01-31\\): Company F3 lost 539 fish; others would have \
                lost 80 with fish of the same generation and weight: 6\\.75 times; too few sites to tell it from \
                chance\\. Data to 2027-02-01 \\(\\d+T\\d+\\.\\d+Z\\)\\.

                Pens that need you
                - site 10002 \\(Hemmelig Bukt\\), pen A: above the limit .*

                Lice above the limit in the last count that the site reported, up to week 4, 2027
                - site 10002 \\(Hemmelig Bukt\\): 0\\.63 adult female lice per fish in week 4, 2027, the limit was 0\\.5

                Treatments of the four weeks up to week 4, 2027
                - Thermal: 2

                Nothing to say of: Losses by area beside others', week 4, 2027; Missing days\\.
                The overview: https://bm\\.example\\.org/dashboard/

                You get this message because the account ola asked for it.*
                """));
        // 539 of F3 and 28 of F4 to F7 in 3,500,000 fish days are 97.2 of F1's 600,000
        MimeMessage una = Objects.requireNonNull(got.get("una@example.org"));
        assertThat(una.getSubject()).isEqualTo("Tidemark: Company F1, uke 4 2027");
        assertThat(plain(una)).contains("Company F1 tapte 360 fisk; andre ville tapt 97 med fisk av samme generasjon "
                + "og vekt: 3,70 ganger; for få lokaliteter", "1 av de siste 14 dagene mangler",
                "Lus over grensen i den siste tellingen som lokaliteten har meldt, til og med uke 4 2027; "
                + "Behandlinger de fire ukene til og med uke 4 2027.")
                .doesNotContain("10002", "Hemmelig", "Termisk");
        assertThat(part(una, 1)).contains("Vik &lt;img src=x&gt;&amp;&#39;").doesNotContain("<img");
    }

    private void command(Map<String, String> settings) throws Exception {
        StringBuilder yaml = new StringBuilder();
        settings.forEach((key, value) -> yaml.append('"').append(key).append("\": \"").append(value).append("\"\n"));
        Path config = Files.writeString(folder.resolve("tidemark.yaml"), yaml);
        String[] folders = {"--config", config.toString(), "--lake", folder.resolve("lake").toString(), "--state",
            folder.resolve("state").toString()};
        CommandRun run = test(folders, "F4");
        assertThat(run.out() + run.err()).matches("mail to account [0-9a-f-]{36}: sent\nwebhook: sent\n");
        assertThat(run.code()).isZero();
        assertThat(test(folders, "F9").err()).contains("there is no farmer F9");
        assertThat(test(folders, "F9").code()).isEqualTo(2);
        CommandRun none = test(new String[] {"--lake", folder.resolve("lake").toString(), "--state",
                folder.resolve("state").toString()}, "F4");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("neither watch.webhook nor watch.mail-host");
        Files.writeString(config, yaml.toString().replaceFirst("(\"watch.mail-port\": )\"\\d+\"", "$1\"1\""));
        CommandRun refused = test(folders, "F4");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.out()).contains("not sent, the mail server cannot be used").doesNotContain("@example.org");
    }

    private static CommandRun test(String[] folders, String farmer) {
        String[] words = Arrays.copyOf(new String[] {"watch", "test", "--farmer", farmer}, 4 + folders.length);
        System.arraycopy(folders, 0, words, 4, folders.length);
        return CommandRun.of(words);
    }
}
