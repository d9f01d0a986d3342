package io.tidemark.server.trino;

import static io.tidemark.server.Eventually.eventually;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * Object storage with S3's protocol, as a process of its own: the folders of a folder are its buckets. Its jars are
 * those of the module server/s3.
 */
public final class ObjectStore implements AutoCloseable {

    private static final Path JARS = Path.of("s3/target/lib").toAbsolutePath();
    private static final String KEY = "tidemark";
    private static final String SECRET = "only-for-this-test";
    private static final String LOGGING = """
            <configuration>
              <appender name="all" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%msg%n</pattern></encoder></appender>
              <root level="warn"><appender-ref ref="all"/></root>
            </configuration>
            """;

    private final Process process;
    private final int port;

    private ObjectStore(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it, and waits until it answers.
     *
     * @param buckets the folder whose folders are buckets
     * @param folder  for its settings and its log
     */
    public static ObjectStore start(Path buckets, Path folder) throws IOException {
        if (!Files.isDirectory(JARS)) {
            throw new AssertionError("bin/test trino builds the module server/s3 first");
        }
        int port = freePort();
        Properties settings = new Properties();
        settings.putAll(Map.of("s3proxy.endpoint", "http://127.0.0.1:" + port, "s3proxy.authorization", "aws-v2-or-v4",
                // Trino's client sends headers that are newer than the store
                "s3proxy.ignore-unknown-headers", "true", "s3proxy.identity", KEY, "s3proxy.credential", SECRET,
                "jclouds.provider", "filesystem", "jclouds.filesystem.basedir", buckets.toRealPath().toString()));
        Path file = folder.resolve("s3proxy.properties");
        try (var out = Files.newBufferedWriter(file)) {
            settings.store(out, null);
        }
        Path log = folder.resolve("s3proxy.log");
        Path logging = Files.writeString(folder.resolve("logback.xml"), LOGGING);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC", "-Dlogback.configurationFile=" + logging, "-cp", JARS + "/*",
                "org.gaul.s3proxy.Main", "--properties", file.toString())
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        ObjectStore store = new ObjectStore(process, port);
        try {
            eventually().until(() -> store.answers() || !process.isAlive());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
        if (!process.isAlive()) {
            throw new AssertionError("the object storage did not start:\n" + Files.readString(log));
        }
        return store;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The settings of a catalog of Trino that reads it. */
    public Map<String, String> catalog() {
        return Map.of("fs.native-s3.enabled", "true", "s3.endpoint", "http://127.0.0.1:" + port, "s3.region",
                "eu-north-1", "s3.path-style-access", "true", "s3.aws-access-key", KEY, "s3.aws-secret-key", SECRET);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
