package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.event.Event;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running server reloads changed files of its own folder, and keeps the old ones if the new ones have a fault. */
class RouteReloadTest {

    private static final String ROUTE = "/v3/custom/answer";
    private static final String FILE = """
            /*
            summary: An answer
            family: common
            fields:
              answer: {type: integer, meaning: the answer}
            */
            SELECT %s AS answer
            """;

    @TempDir
    Path folder;

    private void write(String name, String text) throws Exception {
        Path file = folder.resolve("sql/v3/custom").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void changedFilesAreServedAndFaultyOnesAreNot() throws Exception {
        write("answer.sql", FILE.formatted("42"));
        List<String> refused = new CopyOnWriteArrayList<>();
        try (LiveServer server = LiveServer.start(folder, LocalDate.of(2026, 3, 8),
                Map.of("sql", folder.resolve("sql").toString()), event -> {
                    if (event instanceof Event.RoutesRefused routes) {
                        refused.add(routes.reason());
                    }
                })) {
            server.ingest(new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1").site("10001", 3)
                    .stock("F1", "10001", LocalDate.of(2026, 3, 2), LocalDate.of(2026, 3, 3), 1000).write());
            HttpResponse<String> first = server.get(ROUTE, "admin");
            assertThat(answer(first)).isEqualTo("42");
            assertThat(describes(server, "/v3/custom/broken")).isFalse();

            write("answer.sql", FILE.formatted("43"));
            HttpResponse<String> second = until(server, ROUTE, response -> answer(response).equals("43"));
            assertThat(second.headers().firstValue("ETag")).isNotEqualTo(first.headers().firstValue("ETag"));

            // one file has a fault, so none of the folder is loaded
            write("answer.sql", FILE.formatted("44"));
            write("broken.sql", FILE.formatted("nobody"));
            untilTold(refused, "v3/custom/broken.sql:7: the SQL does not run");
            Thread.sleep(1500);
            assertThat(refused).hasSize(1);
            HttpResponse<String> kept = server.get(ROUTE, "admin");
            assertThat(answer(kept)).isEqualTo("43");
            assertThat(kept.headers().firstValue("ETag")).isEqualTo(second.headers().firstValue("ETag"));

            write("broken.sql", FILE.formatted("1").replace("summary", "sumary"));
            untilTold(refused, "v3/custom/broken.sql:2: the header cannot be read: there is no key sumary; did you "
                    + "mean summary?");

            write("broken.sql", FILE.formatted("45"));
            assertThat(answer(until(server, "/v3/custom/broken", response -> response.statusCode() == 200)))
                    .isEqualTo("45");
            assertThat(answer(server.get(ROUTE, "admin"))).isEqualTo("44");
            assertThat(describes(server, "/v3/custom/broken")).isTrue();

            Files.delete(folder.resolve("sql/v3/custom/broken.sql"));
            until(server, "/v3/custom/broken", response -> response.statusCode() == 404);
            assertThat(describes(server, "/v3/custom/broken")).isFalse();
        }
    }

    /** Whether the description has a path, which it must say in every form. */
    private static boolean describes(LiveServer server, String path) {
        List<Boolean> each = Stream.of("", "?format=json", "?format=yaml")
                .map(format -> server.get("/openapi" + format, "admin").body().contains(path)).distinct().toList();
        assertThat(each).hasSize(1);
        return each.getFirst();
    }

    private static String answer(HttpResponse<String> response) {
        return LiveServer.json(response).at("/data/0/answer").asText();
    }

    /** The first answer that fits. */
    private static HttpResponse<String> until(LiveServer server, String route, Predicate<HttpResponse<String>> fits)
            throws Exception {
        return eventually().until(() -> server.get(route, "admin"), fits);
    }

    private static void untilTold(List<String> refused, String text) {
        eventually().untilAsserted(() -> assertThat(refused).anyMatch(line -> line.contains(text)));
    }
}
