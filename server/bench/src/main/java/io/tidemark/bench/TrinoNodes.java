package io.tidemark.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Trino coordinator and workers, each in a separate process, with a Hive catalog {@code lake} over the local disk. */
final class TrinoNodes implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 180;
    /** Memory of a node. A query may use the part that Trino does not reserve. */
    private static final String MEMORY = "-Xmx4G";
    private static final String QUERY_MEMORY = "2.5GB";

    private final List<Process> processes;
    private final URI url;

    private TrinoNodes(List<Process> processes, URI url) {
        this.processes = processes;
        this.url = url;
    }

    /**
     * Starts the nodes, and waits until the coordinator knows all workers.
     *
     * @param distribution the unpacked server, with the Hive plugin
     * @param work         a folder for the nodes' settings, logs and tables
     */
    static TrinoNodes start(Path distribution, Path work, int workers) throws IOException, InterruptedException {
        int port = freePort();
        URI url = URI.create("http://127.0.0.1:" + port);
        TrinoNodes nodes = new TrinoNodes(new ArrayList<>(), url);
        for (int i = 0; i <= workers; i++) {
            nodes.processes.add(node(distribution, work, i, i == 0 ? port : freePort(), url));
        }
        try {
            nodes.await(workers);
            return nodes;
        } catch (IOException | InterruptedException | RuntimeException e) {
            nodes.close();
            throw e;
        }
    }

    private static Process node(Path distribution, Path work, int number, int port, URI coordinator) throws IOException {
        Path folder = Files.createDirectories(work.resolve("node-" + number));
        Path etc = folder.resolve("etc");
        Files.createDirectories(etc.resolve("catalog"));
        Path metastore = Files.createDirectories(work.resolve("metastore")).toAbsolutePath();
        write(etc.resolve("node.properties"), Map.of("node.environment", "bench", "node.id", "node-" + number,
                "node.data-dir", folder.resolve("data").toAbsolutePath().toString()));
        // the coordinator only plans
        write(etc.resolve("config.properties"), number == 0
                ? Map.of("coordinator", "true", "node-scheduler.include-coordinator", "false", "http-server.http.port", "" + port,
                        "discovery.uri", coordinator.toString(), "query.max-memory", "8GB", "query.max-memory-per-node", QUERY_MEMORY)
                : Map.of("coordinator", "false", "http-server.http.port", "" + port, "discovery.uri", coordinator.toString(),
                        "query.max-memory-per-node", QUERY_MEMORY));
        write(etc.resolve("catalog/lake.properties"), Map.of("connector.name", "hive", "hive.metastore", "file",
                "hive.metastore.catalog.dir", "local://" + metastore, "fs.native-local.enabled", "true", "local.location", "/",
                // on the same disk: Trino renames a finished table into its place
                "hive.temporary-staging-directory-path", metastore.resolveSibling("staging").toString()));
        return ChildProcess.start(folder.resolve("log"), new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                MEMORY, "-XX:+UseG1GC", "--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", "-XX:-OmitStackTraceInFastThrow", "-Djdk.attach.allowAttachSelf=true",
                "-Dnode.environment=bench", "-Dconfig=" + etc.resolve("config.properties").toAbsolutePath(),
                "-Dnode.id=node-" + number, "-Dnode.data-dir=" + folder.resolve("data").toAbsolutePath(),
                "-Dcatalog.config-dir=" + etc.resolve("catalog").toAbsolutePath(),
                "-Dplugin.dir=" + distribution.resolve("plugin").toAbsolutePath(),
                "-cp", distribution.resolve("lib").toAbsolutePath() + "/*", "io.trino.server.TrinoServer"));
    }

    private static void write(Path file, Map<String, String> properties) throws IOException {
        StringBuilder text = new StringBuilder();
        properties.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        Files.writeString(file, text);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void await(int workers) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000L;
        while (System.nanoTime() < end && processes.stream().allMatch(Process::isAlive)) {
            if (answers(workers)) {
                return;
            }
            Thread.sleep(1000);
        }
        throw new IOException("Trino did not start; its logs are node-*/log in its folder");
    }

    private boolean answers(int workers) {
        try (Connection connection = DriverManager.getConnection("jdbc:trino://" + url.getAuthority() + "/system?user=bench");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM runtime.nodes WHERE state = 'active' AND NOT coordinator")) {
            row.next();
            return row.getInt(1) == workers;
        } catch (SQLException e) {
            return false;
        }
    }

    /** The coordinator's address. */
    URI url() {
        return url;
    }

    @Override
    public void close() {
        processes.forEach(ChildProcess::stop);
    }
}
