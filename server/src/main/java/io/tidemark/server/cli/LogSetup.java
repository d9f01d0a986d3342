package io.tidemark.server.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

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
        // another log manager if something has logged before, as in a test
        if (manager instanceof LastingLog lasting) {
            lasting.last();
        }
    }
}
