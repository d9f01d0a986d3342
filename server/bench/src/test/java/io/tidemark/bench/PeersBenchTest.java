package io.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the peers are made of: the plan that both read, and PostgreSQL where it is installed. */
class PeersBenchTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);
    // from the folder of this module, or of another
    private static final Path SCRIPTS = Path.of(Files.isDirectory(Path.of("../bin")) ? "../bin" : "../../bin", "peers");

    @TempDir
    static Path folder;

    private static PeerPlan plan;

    @BeforeAll
    static void plan() throws IOException, InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(8, 1, 1, 7, TODAY.minusDays(1), null)).write(delivery, line -> { });
        Lake lake = Lake.at(folder.resolve("lake"));
        Ingest.run(new IngestOptions(delivery, lake, TODAY, false, 0.01, null, new PrivacyChange(1, null)),
                line -> { });
        Snapshot snapshot = lake.current().orElseThrow();
        List<String> requests = new ArrayList<>(PeersBench.ROUTES);
        PeersBench.ROUTES.forEach(route -> requests.addAll(DistinctRequests.of(route, TODAY.minusDays(1), 3, false)));
        plan = new PeerPlan(snapshot, RouteCatalog.load(null), requests, folder);
    }

    @Test
    void thePlanHasEachRoutesTextOnceAndEachRequestsValues() throws IOException {
        Path file = folder.resolve("plan.json");
        plan.writeJson(file);
        JsonNode written = new ObjectMapper().readTree(file.toFile());
        assertThat(written.get("routes")).hasSize(3);
        assertThat(written.get("requests")).hasSize(12);
        written.get("routes").forEach(route -> {
            long places = route.get("sql").asText().replaceAll("--[^\\n]*|'[^']*'", "").chars().filter(c -> c == '?')
                    .count();
            written.get("requests").properties().forEach(request -> {
                if (request.getKey().split("\\?", 2)[0].equals(route.get("path").asText())) {
                    assertThat(request.getValue()).as(request.getKey()).hasSize((int) places);
                }
            });
        });
    }

    @Test
    void postgresAnswersEachRoute() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/lib/postgresql/15/bin/initdb")), "PostgreSQL 15 is not installed");
        // it runs as another user where root asks, who must be able to reach its folder,
        // and a socket's path must be short
        Path reachable = Files.createTempDirectory(Path.of("/tmp"), "peers",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try (PeerPostgres postgres = PeerPostgres.start(SCRIPTS.resolve("postgres").toAbsolutePath(), reachable,
                plan)) {
            for (String route : PeersBench.ROUTES) {
                assertThat(new ObjectMapper().readTree(postgres.rows(route))).as(route).isNotEmpty();
            }
        } finally {
            DurableFiles.deleteTree(reachable);
        }
    }
}
