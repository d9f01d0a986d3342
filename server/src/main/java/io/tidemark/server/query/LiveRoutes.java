package io.tidemark.server.query;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.Events;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.SqlTree;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The routes that requests are answered by. Those of a deployment's own folder are read again when its files change; a folder with a
 * fault leaves the routes as they were, and is told of once. Readers may be many; one thread looks.
 */
public final class LiveRoutes implements Supplier<RouteCatalog> {

    private final @Nullable Path own;
    private volatile RouteCatalog current;
    /** Files that were read last, good or not. */
    private SortedMap<String, String> tried;
    /** Files as they were at the last look: an editor may be in the middle of writing. */
    private SortedMap<String, String> seen;
    private @Nullable String unreadable;

    private LiveRoutes(@Nullable Path own, SortedMap<String, String> files) {
        this.own = own;
        this.tried = files;
        this.seen = files;
        this.current = RouteCatalog.of(files);
    }

    /**
     * Reads all files.
     *
     * @param own a deployment's own folder; none when null
     * @throws RouteFileException with every fault of every file
     */
    public static LiveRoutes load(@Nullable Path own) {
        return new LiveRoutes(own, own == null ? new TreeMap<>() : SqlTree.own(own));
    }

    @Override
    public RouteCatalog get() {
        return current;
    }

    /**
     * Looks whether the own files have changed, and takes up those that did, once they are the same at two looks.
     *
     * @param check tries routes of new files; {@link RouteFileException} with the faults
     */
    void look(BiConsumer<RouteCatalog, List<RouteContract>> check, Events events) {
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
        tried = now;
        try {
            RouteCatalog next = RouteCatalog.of(now);
            check.accept(next, next.routes().stream().filter(route -> now.containsKey(route.file())).toList());
            current = next;
            events.publish(new Event.RoutesServed(Instant.now(), now.size()));
        } catch (RouteFileException e) {
            events.publish(new Event.RoutesRefused(Instant.now(), String.valueOf(e.getMessage())));
        }
    }

    private void refuse(String reason, Events events) {
        if (!reason.equals(unreadable)) {
            unreadable = reason;
            events.publish(new Event.RoutesRefused(Instant.now(), reason));
        }
    }
}
