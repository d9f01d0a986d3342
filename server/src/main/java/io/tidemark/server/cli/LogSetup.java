package io.tidemark.server.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/** The program's log: one line an event on standard error, in UTC. The standard system property for a logging file takes
 * precedence. */
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

    static void configure() {
        if (System.getProperty("java.util.logging.config.file") != null) {
            return;
        }
        try {
            LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(SETTINGS.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("the log's own settings cannot be read", e);
        }
    }
}
