package io.tidemark.trino;

import io.trino.plugin.hive.HivePlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingSession;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A coordinator and workers in this process, with a Hive catalog {@code lake} over the local disk. User {@code publisher} may make
 * tables there, everybody else only reads. Ends with its standard input.
 */
public final class TrinoHost {

    private static final String RULES = """
            {"schemas": [{"user": "publisher", "owner": true}, {"owner": false}],
             "tables": [
               {"user": "publisher", "privileges": ["SELECT", "INSERT", "DELETE", "UPDATE", "OWNERSHIP"]},
               {"privileges": ["SELECT"]}],
             "procedures": [
               {"user": "publisher", "schema": "system", "procedure": "sync_partition_metadata", "privileges": ["EXECUTE"]}]}
            """;

    private static final Duration FORGET_EVERY = Duration.ofSeconds(5);

    private TrinoHost() {}

    /**
     * Starts it, and prints {@code ready URL}.
     *
     * @param arguments a folder for its own files, the port (0 for any free one), how many workers there are beside the coordinator
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toRealPath();
        // Trino's logging takes System.out over
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (DistributedQueryRunner cluster = DistributedQueryRunner.builder(TestingSession.testSessionBuilder().build())
                .setWorkerCount(Integer.parseInt(arguments[2]))
                .addCoordinatorProperty("http-server.http.port", arguments[1])
                // what it remembers of ended queries fills the memory of one process
                .addCoordinatorProperty("query.max-history", "50")
                .build()) {
            cluster.installPlugin(new HivePlugin());
            // the whole disk: where a test's lake lies is known only later
            cluster.createCatalog("lake", "hive", Map.of("fs.native-local.enabled", "true", "local.location", "/",
                    "hive.metastore", "file", "hive.metastore.catalog.dir", "local://" + folder.resolve("metastore"),
                    "hive.security", "file", "security.config-file", rules(folder).toString()));
            out.println("ready " + cluster.getCoordinator().getBaseUrl());
            Thread.ofPlatform().daemon().start(() -> forget(cluster));
            while (System.in.read() >= 0) {
                // until it ends
            }
        }
    }

    // the runner keeps the trace of every query until the next one that it runs itself: gigabytes within minutes
    private static void forget(DistributedQueryRunner cluster) {
        try {
            while (true) {
                Thread.sleep(FORGET_EVERY);
                cluster.execute("SELECT 1");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path rules(Path folder) throws IOException {
        return Files.writeString(folder.resolve("rules.json"), RULES);
    }
}
