package io.tidemark.server.route;

import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the files of routes: first those with their own query, then those that share one. Collects every fault. */
final class RouteFiles {

    private final SortedMap<String, RouteContract> byFile = new TreeMap<>();
    private final List<Fault> faults = new ArrayList<>();

    /**
     * Reads all.
     *
     * @param texts  the files' texts by path under {@code sql/}
     * @param own    those of them that are a deployment's own
     * @param reader knows families and shared pieces
     */
    RouteFiles(Map<String, String> texts, Set<String> own, RouteFile reader) {
        SortedMap<String, ParsedRoute> sharing = new TreeMap<>();
        texts.forEach((file, text) -> collect(file, () -> {
            ParsedRoute written = ParsedRoute.read(file, text, !own.contains(file));
            if (written.header().sameAs() != null) {
                sharing.put(file, written);
                return null;
            }
            return reader.contract(written);
        }));
        SortedMap<String, RouteContract> withQuery = new TreeMap<>(byFile);
        sharing.forEach((file, written) -> collect(file, () -> {
            String base = String.valueOf(written.header().sameAs());
            RouteContract contract = withQuery.get(base);
            if (contract != null) {
                return SharedQuery.contract(written, contract);
            }
            if (texts.containsKey(base) && !sharing.containsKey(base)) {
                // that file's fault has already been reported
                return null;
            }
            throw new RouteFileException(file, written.lineOf("same_as:").line(), sharing.containsKey(base)
                    ? "same_as names " + base + ", which has no query of its own; name the file that has"
                    : "same_as names " + base + "; there is no such route's file");
        }));
    }

    private void collect(String file, Supplier<@Nullable RouteContract> read) {
        try {
            RouteContract contract = read.get();
            if (contract != null) {
                byFile.put(file, contract);
            }
        } catch (RouteFileException e) {
            faults.addAll(e.faults());
        }
    }

    /** The contracts by URL path. */
    SortedMap<String, RouteContract> byPath() {
        SortedMap<String, RouteContract> routes = new TreeMap<>();
        byFile.values().forEach(route -> routes.put(route.path(), route));
        return routes;
    }

    /** The faults, in reading order. */
    List<Fault> faults() {
        return faults;
    }
}
