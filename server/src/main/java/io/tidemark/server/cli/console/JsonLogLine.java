package io.tidemark.server.cli.console;

import io.tidemark.server.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Formats an event of the log as one line of JSON: time, level, logger, message, and the exception with its trace if
 * there is one.
 */
final class JsonLogLine extends Formatter {

    private final Formatter text;

    /** Takes the formatter in whose place this one comes. */
    JsonLogLine(Formatter text) {
        this.text = text;
    }

    /** The formatter in whose place this one came. */
    Formatter text() {
        return text;
    }

    @Override
    public String format(LogRecord record) {
        Map<String, String> line = new LinkedHashMap<>();
        line.put("time", record.getInstant().toString());
        line.put("level", level(record.getLevel()));
        line.put("logger", String.valueOf(record.getLoggerName()));
        line.put("message", String.valueOf(formatMessage(record)));
        if (record.getThrown() != null) {
            StringWriter trace = new StringWriter();
            record.getThrown().printStackTrace(new PrintWriter(trace));
            line.put("exception", trace.toString());
        }
        return new String(Json.bytes(line), StandardCharsets.UTF_8) + "\n";
    }

    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARNING";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }
}
