package io.tidemark.server.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Configures the program's log: one line for each event on standard error, in UTC. Java's standard system property for
 * a logging file takes precedence.
 */
final class LogSetup {

    private static final String SETTINGS = """
            handlers = java.util.logging.ConsoleHandler
            .level = WARNING
            io.tidemark.level = INFO
            # a server that cannot start says so in one line of its own
            io.helidon.webserver.LoomServer.level = OFF
            java.util.logging.ConsoleHandler.level = ALL
            java.util.logging.ConsoleHandler.encoding = UTF-8
            java.util.logging.ConsoleHandler.formatter = io.tidemark.server.cli.LogLine
            """;

    /** Held here: the log manager would forget a logger that nobody holds, and its filter with it. */
    static @Nullable Logger listener;

    private LogSetup() {}

    /** Configures the log. Call before anything logs, since the log manager is chosen once. */
    static void configure() {
        System.setProperty("java.util.logging.manager", LastingLog.class.getName());
        LogManager manager = LogManager.getLogManager();
        if (System.getProperty("java.util.logging.config.file") == null) {
            try {
                manager.readConfiguration(new ByteArrayInputStream(SETTINGS.getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new UncheckedIOException("the settings of the log cannot be read", e);
            }
        }
        listener = listener();
        // another log manager if something has logged before, as in a test
        if (manager instanceof LastingLog lasting) {
            lasting.last();
        }
    }

    /** Helidon's logger, whose lines have no trace for a connection that comes while the server stops. */
    static Logger listener() {
        Logger log = Logger.getLogger("io.helidon.webserver.ServerListener");
        log.setFilter(line -> {
            if (line.getThrown() instanceof RejectedExecutionException) {
                line.setThrown(null);
            }
            return true;
        });
        return log;
    }
}
