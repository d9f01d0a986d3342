package io.tidemark.server.cli.console;

import io.tidemark.server.config.ServerConfig;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Puts the settings of the log in force: from which level events are written, and in which form. */
public final class LogStyle {

    // kept, since a logger that nobody holds loses its level
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger PROGRAM = Logger.getLogger("io.tidemark");

    private LogStyle() {}

    /**
     * Applies the settings to the log of this process; not if Java's system
     * property names a logging file, which takes precedence.
     */
    public static void apply(ServerConfig.Log log) {
        if (System.getProperty("java.util.logging.config.file") != null) {
            return;
        }
        PROGRAM.setLevel(level(log.level()));
        // what libraries say is of no use below a warning
        ROOT.setLevel(log.level() == System.Logger.Level.ERROR ? Level.SEVERE : Level.WARNING);
        for (Handler handler : ROOT.getHandlers()) {
            Formatter now = handler.getFormatter();
            if (log.json() && !(now instanceof JsonLogLine)) {
                handler.setFormatter(new JsonLogLine(now));
            } else if (!log.json() && now instanceof JsonLogLine json) {
                handler.setFormatter(json.text());
            }
        }
    }

    private static Level level(System.Logger.Level level) {
        return switch (level) {
            case ERROR -> Level.SEVERE;
            case WARNING -> Level.WARNING;
            case DEBUG -> Level.FINE;
            default -> Level.INFO;
        };
    }
}
