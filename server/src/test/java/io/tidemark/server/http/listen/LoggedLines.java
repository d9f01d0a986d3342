package io.tidemark.server.http.listen;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What this process logs while it is open, with the levels that are shown by default. */
final class LoggedLines extends Handler implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();

    LoggedLines() {
        setLevel(Level.INFO);
        Logger.getLogger("").addHandler(this);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        if (isLoggable(line)) {
            lines.add(line.getLoggerName() + " " + line.getMessage() + " " + line.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}
