package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** A connection that comes while the server stops is one line of the log; other faults keep their stack trace. */
class LogSetupTest {

    private static final String LISTENER = "io.helidon.webserver.ServerListener";

    private static String line(Throwable thrown) {
        LogRecord record = new LogRecord(Level.SEVERE, "Executor rejected handler for new connection");
        record.setLoggerName(LISTENER);
        record.setThrown(thrown);
        assertThat(LogSetup.listener().getFilter().isLoggable(record)).isTrue();
        return new LogLine().format(record);
    }

    @Test
    void aRefusedConnectionHasNoTrace() {
        assertThat(line(new RejectedExecutionException())).contains("SEVERE " + LISTENER + ": Executor rejected")
                .doesNotContain("\tat ");
        assertThat(line(new IllegalStateException("another"))).contains("IllegalStateException: another", "\tat ");
    }
}
