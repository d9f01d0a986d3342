package io.tidemark.server.cli.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tells systemd that the server is ready, alive and stopping, where a unit of {@code Type=notify} asks for that by
 * {@code NOTIFY_SOCKET}; elsewhere it does nothing. It runs {@code systemd-notify}, since Java has no datagram sockets
 * of Unix: the unit needs {@code NotifyAccess=all}.
 */
final class SystemdNotifier {

    private static final System.Logger LOG = System.getLogger("io.tidemark.server");
    private static final int MAX_SECONDS = 5;
    /** Number of alive messages per watchdog period: one message may be lost. */
    private static final int TIMES = 3;

    private final boolean asked;
    private final Duration watchdog;

    /** Reads what systemd asks for from the environment. */
    SystemdNotifier(Map<String, String> environment) {
        asked = !environment.getOrDefault("NOTIFY_SOCKET", "").isEmpty();
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        watchdog = asked && micros.matches("[1-9]\\d{0,14}")
                ? Duration.ofMillis(Long.parseLong(micros) / 1000) : Duration.ZERO;
    }

    /** Says that the server is ready, and from now on that it is alive. */
    void ready() {
        if (!asked) {
            return;
        }
        tell("READY=1");
        if (watchdog.isPositive()) {
            // virtual, like the threads that answer requests: if those stand still, so does this
            Thread.ofVirtual().name("watchdog").start(this::live);
        }
    }

    private void live() {
        try {
            while (true) {
                tell("WATCHDOG=1");
                Thread.sleep(watchdog.dividedBy(TIMES));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that the server begins to stop. */
    void stopping() {
        if (asked) {
            tell("STOPPING=1");
        }
    }

    private static void tell(String state) {
        try {
            Process process = new ProcessBuilder("systemd-notify", state).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                LOG.log(System.Logger.Level.WARNING, "systemd-notify {0} did not finish", state);
            } else if (process.exitValue() != 0) {
                LOG.log(System.Logger.Level.WARNING, "systemd-notify {0} ended with {1}", state,
                        Integer.toString(process.exitValue()));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "systemd could not be notified of {0}: {1}", state, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
