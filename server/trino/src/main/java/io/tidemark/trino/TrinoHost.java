package io.tidemark.trino;

import com.google.inject.Key;
import io.airlift.http.server.HttpServerInfo;
import io.trino.plugin.hive.HivePlugin;
import io.trino.server.security.PasswordAuthenticatorManager;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.security.AccessDeniedException;
import io.trino.spi.security.BasicPrincipal;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingSession;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Runs a Trino coordinator and workers in this process, with a Hive catalog {@code lake} over the local disk. The user
 * {@code publisher} may create tables there; all others may only read. Files {@code coordinator.properties} and {@code
 * catalog.properties} in its folder add settings; {@code passwords.properties} has users and passwords. The process
 * ends when its standard input ends.
 */
public final class TrinoHost {

    private static final String RULES = """
            {"schemas": [{"user": "publisher", "owner": true}, {"owner": false}],
             "tables": [
               {"user": "publisher", "privileges": ["SELECT", "INSERT", "DELETE", "UPDATE", "OWNERSHIP"]},
               {"privileges": ["SELECT"]}],
             "procedures": [
               {"user": "publisher", "schema": "system", "procedure": "sync_partition_metadata",
                "privileges": ["EXECUTE"]}]}
            """;

    private static final Duration FORGET_EVERY = Duration.ofSeconds(5);

    private TrinoHost() {}

    /**
     * Starts the cluster and prints {@code ready URL}.
     *
     * @param arguments a folder for its files, the port (0 for any free one), and the number of workers beside the
     *                  coordinator
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toRealPath();
        // Trino's logging replaces System.out
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Map<String, String> coordinator = new HashMap<>(Map.of("http-server.http.port", arguments[1],
                // the history of ended queries would fill the memory of one process
                "query.max-history", "50"));
        coordinator.putAll(added(folder.resolve("coordinator.properties")));
        try (DistributedQueryRunner cluster = DistributedQueryRunner.builder(TestingSession.testSessionBuilder()
                .build())
                .setWorkerCount(Integer.parseInt(arguments[2]))
                .setCoordinatorProperties(coordinator)
                .build()) {
            cluster.installPlugin(new HivePlugin());
            // the whole disk: the location of a test's lake is known only later
            Map<String, String> catalog = new HashMap<>(Map.of("fs.native-local.enabled", "true", "local.location", "/",
                    "hive.metastore", "file", "hive.metastore.catalog.dir", "local://" + folder.resolve("metastore"),
                    // on the same disk: Trino renames a finished table into its place
                    "hive.temporary-staging-directory-path", folder.resolve("staging").toString(),
                    "hive.security", "file", "security.config-file", rules(folder).toString()));
            catalog.putAll(added(folder.resolve("catalog.properties")));
            cluster.createCatalog("lake", "hive", catalog);
            takePasswords(cluster.getCoordinator(), added(folder.resolve("passwords.properties")));
            HttpServerInfo addresses = cluster.getCoordinator().getInstance(Key.get(HttpServerInfo.class));
            out.println("ready " + (addresses.getHttpsUri() == null
                    ? addresses.getHttpUri() : addresses.getHttpsUri()));
            Thread.ofPlatform().daemon().start(() -> forget(cluster));
            while (System.in.read() >= 0) {
                // waits for the end of the input
            }
        }
    }

    private static Map<String, String> added(Path file) throws IOException {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (Reader in = Files.newBufferedReader(file)) {
                properties.load(in);
            }
        }
        Map<String, String> added = new HashMap<>();
        properties.forEach((key, value) -> added.put((String) key, (String) value));
        return added;
    }

    // replaces Trino's own reader of password files, which is not in the Maven repository
    private static void takePasswords(TestingTrinoServer coordinator, Map<String, String> passwords) {
        if (passwords.isEmpty()) {
            // Trino has no such part unless its properties require passwords
            return;
        }
        coordinator.getInstance(Key.get(PasswordAuthenticatorManager.class)).setAuthenticators((user, password) -> {
            if (!password.equals(passwords.get(user))) {
                throw new AccessDeniedException("Invalid credentials");
            }
            return new BasicPrincipal(user);
        });
    }

    // the runner keeps the trace of every query until it runs the next one itself: gigabytes within minutes
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
