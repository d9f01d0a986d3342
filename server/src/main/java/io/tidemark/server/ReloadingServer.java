package io.tidemark.server;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.docs.DocsPage;
import io.tidemark.server.event.EventReceiver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A server that can be told to read its configuration again. A new one is held to everything that a start holds it to; where it
 * cannot be used, the server goes on, or comes back, with the one before. Thread-safe.
 */
public final class ReloadingServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("io.tidemark.server");

    private final Supplier<ServerConfig> configuration;
    private final EventReceiver events;
    private final Supplier<List<DocsPage>> pages;
    private ServerConfig config;
    private TidemarkServer server;
    private boolean closed;
    private final CompletableFuture<Void> failed = new CompletableFuture<>();

    private ReloadingServer(Supplier<ServerConfig> configuration, EventReceiver events, Supplier<List<DocsPage>> pages, ServerConfig config) {
        this.configuration = configuration;
        this.events = events;
        this.pages = pages;
        this.config = config;
        this.server = TidemarkServer.start(config, events, pages);
    }

    /** Starts a server; fails as {@link TidemarkServer#start} and the configuration do. */
    public static ReloadingServer start(Supplier<ServerConfig> configuration, EventReceiver events, Supplier<List<DocsPage>> pages) {
        return new ReloadingServer(configuration, events, pages, configuration.get());
    }

    /** The server that runs now. */
    public synchronized TidemarkServer server() {
        return server;
    }

    /** The configuration in force. */
    public synchronized ServerConfig config() {
        return config;
    }

    /**
     * Reads the configuration again. One that has changed needs a new listener: requests under way finish first, and for that long no
     * new connection is taken. Certificates are followed all the time, without this.
     */
    public synchronized void reload() {
        ServerConfig next;
        try {
            next = configuration.get();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the configuration stays as it was: {0}", e.getMessage());
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
            LOG.log(System.Logger.Level.INFO, "the changed configuration is in force");
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the changed configuration cannot be used, the one before it is in force again: {0}",
                    e.getMessage());
            restart();
        }
    }

    private void restart() {
        try {
            server = TidemarkServer.start(config, events, pages);
        } catch (RuntimeException e) {
            failed.completeExceptionally(e);
        }
    }

    /** Completed with the failure when a reload left no server at all, since the configuration before it cannot be used either now. */
    public CompletableFuture<Void> failed() {
        return failed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        server.close();
    }
}
