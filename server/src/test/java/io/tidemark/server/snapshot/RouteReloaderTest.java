package io.tidemark.server.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.event.Event;
import io.tidemark.server.sql.RouteFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When changed route files are tested, and tested again. */
class RouteReloaderTest {

    private static final String FILE = """
            /*
            summary: An answer
            family: common
            fields:
              answer: {type: integer, meaning: the answer}
            */
            SELECT 42 AS answer
            """;

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();
    /** What the test of the routes throws next. */
    private final List<RuntimeException> faults = new ArrayList<>();
    private int tests;

    private void look(RouteReloader routes) {
        routes.look((catalog, changed) -> {
            tests++;
            if (!faults.isEmpty()) {
                throw faults.removeFirst();
            }
        }, event -> told.add(event instanceof Event.RoutesRefused refused ? refused.reason() : event.getClass()
                .getSimpleName()));
    }

    private RouteReloader changed() throws Exception {
        RouteReloader routes = RouteReloader.load(folder, Map.of());
        Files.createDirectories(folder.resolve("v3/custom"));
        Files.writeString(folder.resolve("v3/custom/answer.sql"), FILE);
        return routes;
    }

    @Test
    void filesThatTheEngineCouldNotTestAreTriedAgainAndToldOnce() throws Exception {
        faults.addAll(List.of(new EngineException("Out of Memory Error", null),
                new EngineException("Out of Memory Error", null)));
        RouteReloader routes = changed();
        for (int i = 0; i < 8; i++) {
            look(routes);
        }
        assertThat(told).containsExactly("the routes could not be tested and are tried again: Out of Memory Error",
                "RoutesServed");
        assertThat(tests).isEqualTo(3);
        assertThat(routes.get().routes()).anyMatch(route -> route.path().equals("/v3/custom/answer"));
    }

    @Test
    void faultyFilesAreTestedOnce() throws Exception {
        faults.add(new RouteFileException("v3/custom/answer.sql", 7, "no such column"));
        RouteReloader routes = changed();
        for (int i = 0; i < 8; i++) {
            look(routes);
        }
        assertThat(told).singleElement().asString().contains("answer.sql").contains("no such column");
        assertThat(tests).isEqualTo(1);
    }
}
