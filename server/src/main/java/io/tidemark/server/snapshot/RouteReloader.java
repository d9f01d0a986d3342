package io.tidemark.server.snapshot;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.engine.EngineUnavailableException;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.SqlTree;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The served routes. A deployment's own folder is reloaded when its files change; if it has a fault, the routes stay as
 * they were, and the fault is reported once. Many threads may read; one thread checks for changes.
 */
public final class RouteReloader implements Supplier<RouteCatalog> {

    private final @Nullable Path own;
    /** The operator's values for constants of the files. */
    private final Map<String, Object> constants;
    private volatile RouteCatalog current;
    /** The files of the last attempt, valid or not. */
    private SortedMap<String, String> tried;
    /** The files at the last check: an editor may still be writing. */
    private SortedMap<String, String> seen;
    private @Nullable String unreadable;
    /** Why the last attempt could not be tested; null after one that was. */
    private @Nullable String untested;

    private RouteReloader(@Nullable Path own, Map<String, Object> constants, SortedMap<String, String> files) {
        this.own = own;
        this.constants = constants;
        this.tried = files;
        this.seen = files;
        this.current = RouteCatalog.of(files).withConstants(constants);
    }

    /**
     * Reads all files.
     *
     * @param own a deployment's own folder; null when it has none
     * @param constants the operator's values for constants that files set, by name
     * @throws RouteFileException with every fault of every file
     */
    public static RouteReloader load(@Nullable Path own, Map<String, Object> constants) {
        return new RouteReloader(own, constants, own == null ? new TreeMap<>() : SqlTree.own(own));
    }

    @Override
    public RouteCatalog get() {
        return current;
    }

    /**
     * Checks whether the deployment's files have changed, and loads them when two checks find the same content.
     *
     * @param check tests the routes of new files; throws {@link RouteFileException} with their faults
     */
    void look(BiConsumer<RouteCatalog, List<RouteContract>> check, EventReceiver events) {
        if (own == null) {
            return;
        }
        SortedMap<String, String> now;
        try {
            now = SqlTree.own(own);
            unreadable = null;
        } catch (RouteFileException | UncheckedIOException e) {
            refuse(String.valueOf(e.getMessage()), events);
            return;
        }
        if (now.equals(tried) || !now.equals(seen)) {
            seen = now;
            return;
        }
        try {
            RouteCatalog next = RouteCatalog.of(now).withConstants(constants);
            check.accept(next, next.routes().stream().filter(route -> now.containsKey(route.file())).toList());
            current = next;
            tried = now;
            untested = null;
            events.publish(new Event.RoutesServed(Instant.now(), now.size()));
        } catch (RouteFileException e) {
            tried = now;
            untested = null;
            events.publish(new Event.RoutesRefused(Instant.now(), String.valueOf(e.getMessage())));
        } catch (EngineException | EngineUnavailableException e) {
            // no fault of the files: they are tried again
            seen = tried;
            String reason = "the routes could not be tested and are tried again: " + e.getMessage();
            if (!reason.equals(untested)) {
                untested = reason;
                events.publish(new Event.RoutesRefused(Instant.now(), reason));
            }
        }
    }

    private void refuse(String reason, EventReceiver events) {
        if (!reason.equals(unreadable)) {
            unreadable = reason;
            events.publish(new Event.RoutesRefused(Instant.now(), reason));
        }
    }
}
