package io.tidemark.server.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Formats a line of the log: time in UTC, level, logger, message, and the exception below it. Java's own formatter
 * takes longer than a cached request.
 */
public final class LogLine extends Formatter {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS")
            .withZone(ZoneOffset.UTC);

    @Override
    public String format(LogRecord record) {
        StringBuilder line = new StringBuilder(160);
        TIME.formatTo(record.getInstant(), line);
        line.append(' ').append(record.getLevel().getName()).append(' ').append(record.getLoggerName()).append(": ")
                .append(formatMessage(record)).append(System.lineSeparator());
        if (record.getThrown() != null) {
            StringWriter trace = new StringWriter();
            record.getThrown().printStackTrace(new PrintWriter(trace));
            line.append(trace);
        }
        return line.toString();
    }
}
