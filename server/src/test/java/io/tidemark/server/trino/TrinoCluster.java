package io.tidemark.server.trino;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.Properties;

/** A real Trino, a coordinator and a worker, as a process of its own; its jars are those of the module server/trino. */
public final class TrinoCluster implements AutoCloseable {

    private static final Path MODULE = Path.of("trino/target").toAbsolutePath();

    private static final String READY = "ready ";

    private final Process process;
    private final String url;

    private TrinoCluster(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /**
     * Starts it, and waits until it answers.
     *
     * @param folder for its own files, which outlive it
     * @param port   0 for any free one
     */
    public static TrinoCluster start(Path folder, int port) throws IOException {
        assertThatItIsBuilt();
        Path log = folder.resolve("trino.log");
        Files.createDirectories(folder.resolve("metastore"));
        ProcessBuilder command = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx3g",
                "-XX:+UseSerialGC", "--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", "-Duser.timezone=UTC",
                "-cp", MODULE.resolve("classes") + ":" + MODULE.resolve("lib") + "/*", "io.tidemark.trino.TrinoHost",
                folder.toString(), String.valueOf(port), "1");
        Process process = command.redirectError(log.toFile()).start();
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null || !line.startsWith(READY)) {
            process.destroyForcibly();
            throw new AssertionError("Trino did not start:\n" + line + Files.readString(log));
        }
        return new TrinoCluster(process, line.substring(READY.length()));
    }

    private static void assertThatItIsBuilt() {
        if (!Files.isDirectory(MODULE.resolve("lib"))) {
            throw new AssertionError("bin/test trino builds the module server/trino first");
        }
    }

    /** The settings of a server that asks it, for a lake. */
    public Map<String, String> settings(Path lake) throws IOException {
        return Map.of("engine", "trino", "trino.url", url, "trino.catalog", "lake", "trino.location", "local://"
                + lake.toRealPath(), "trino.publisher.user", "publisher", "query.timeout-seconds", "120");
    }

    /** A configuration file of a lake and these settings, for commands. */
    public static Path config(Path folder, Map<String, String> settings) throws IOException {
        StringBuilder yaml = new StringBuilder("lake: " + folder.resolve("lake") + "\n");
        settings.forEach((key, value) -> yaml.append(key).append(": \"").append(value).append("\"\n"));
        return Files.writeString(folder.resolve("tidemark.yaml"), yaml);
    }

    /**
     * Asks it something, beside Tidemark.
     *
     * @param who properties of the driver, such as the user
     * @return the first column
     */
    public List<String> ask(Map<String, String> who, String sql) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(who);
        List<String> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url.replaceFirst("^https?:", "jdbc:trino:") + "/lake",
                properties);
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        values.add(rows.getString(1));
                    }
                }
            }
        }
        return values;
    }

    /** Its address. */
    public String url() {
        return url;
    }

    /** Its port. */
    public int port() {
        return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
