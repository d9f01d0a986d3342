package io.tidemark.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.docs.DocsPage;
import io.tidemark.server.event.EventReceiver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A server that can reload its configuration. It checks a new configuration as at a start; if that one is unusable, it
 * continues or restarts with the previous one. Thread-safe.
 */
public final class ReloadingServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("io.tidemark.server");

    private final Supplier<ServerConfig> configuration;
    private final EventReceiver events;
    private final Supplier<List<DocsPage>> pages;
    @GuardedBy("this") private ServerConfig config;
    @GuardedBy("this") private TidemarkServer server;
    @GuardedBy("this") private boolean closed;
    private final CompletableFuture<Void> failed = new CompletableFuture<>();

    private ReloadingServer(Supplier<ServerConfig> configuration, EventReceiver events, Supplier<List<DocsPage>> pages,
            ServerConfig config) {
        this.configuration = configuration;
        this.events = events;
        this.pages = pages;
        this.config = config;
        this.server = TidemarkServer.start(config, events, pages);
    }

    /** Starts a server; throws the errors of the configuration and of {@link TidemarkServer#start}. */
    public static ReloadingServer start(Supplier<ServerConfig> configuration, EventReceiver events,
            Supplier<List<DocsPage>> pages) {
        return new ReloadingServer(configuration, events, pages, configuration.get());
    }

    /** The running server. */
    public synchronized TidemarkServer server() {
        return server;
    }

    /** The configuration in force. */
    public synchronized ServerConfig config() {
        return config;
    }

    /**
     * Reloads the configuration. A changed one needs a new listener: running requests finish first, and until then no
     * new connection is accepted. Certificates are reloaded all the time, without this.
     */
    public synchronized void reload() {
        ServerConfig next;
        try {
            next = configuration.get();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the configuration was not changed: {0}", e.getMessage());
            return;
        }
        if (closed) {
            return;
        }
        if (next.equals(config)) {
            LOG.log(System.Logger.Level.INFO, "the configuration has not changed");
            return;
        }
        server.close();
        try {
            server = TidemarkServer.start(next, events, pages);
            config = next;
            LOG.log(System.Logger.Level.INFO, "the changed configuration is now in use");
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the changed configuration cannot be used, the previous one is in use "
                    + "again: {0}", e.getMessage());
            restart();
        }
    }

    @GuardedBy("this") private void restart() {
        try {
            server = TidemarkServer.start(config, events, pages);
        } catch (RuntimeException e) {
            failed.completeExceptionally(e);
        }
    }

    /**
     * Completes with the failure if a reload leaves no running server, because the previous configuration is no longer
     * usable either.
     */
    public CompletableFuture<Void> failed() {
        return failed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        server.close();
    }
}
