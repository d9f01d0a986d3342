package io.tidemark.server.route;

import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the files of routes: first those with their own query, then those that share one. It collects all faults. */
final class RouteReader {

    private final SortedMap<String, RouteContract> byFile;
    private final List<Fault> faults = new ArrayList<>();

    /** The result of reading a file: a route's contract, a header that shares another file's query, or faults. */
    private record Read(@Nullable RouteContract contract, @Nullable RouteFile sharing, List<Fault> faults) {

        static Read of(String file, String text, boolean shipped, RouteCompiler reader) {
            try {
                RouteFile written = RouteFile.read(file, text, shipped);
                return written.header().sameAs() == null ? new Read(reader.contract(written), null, List.of())
                        : new Read(null, written, List.of());
            } catch (RouteFileException e) {
                return new Read(null, null, e.faults());
            }
        }
    }

    private RouteReader(SortedMap<String, RouteContract> before, Map<String, String> texts, boolean shipped,
            RouteCompiler reader) {
        byFile = new TreeMap<>(before);
        // in parallel, because a start waits for it
        SortedMap<String, Read> read = new TreeMap<>(texts.entrySet().parallelStream()
                .collect(Collectors.toConcurrentMap(Map.Entry::getKey,
                text -> Read.of(text.getKey(), text.getValue(), shipped, reader))));
        SortedMap<String, RouteFile> sharing = new TreeMap<>();
        read.forEach((file, each) -> {
            faults.addAll(each.faults());
            if (each.contract() != null) {
                byFile.put(file, each.contract());
            } else if (each.sharing() != null) {
                sharing.put(file, each.sharing());
            }
        });
        SortedMap<String, RouteContract> known = new TreeMap<>(byFile);
        sharing.forEach((file, written) -> collect(file, () -> {
            String base = String.valueOf(written.header().sameAs());
            RouteContract contract = known.get(base);
            boolean shares = sharing.containsKey(base) || (contract != null && !contract.query().file().equals(base));
            if (contract != null && !shares) {
                return SameQueryRoute.contract(written, contract);
            }
            if (texts.containsKey(base) && !shares) {
                // the fault of that file is already reported
                return null;
            }
            throw new RouteFileException(file, written.lineOf("same_as:").line(), shares
                    ? "same_as names " + base + ", which has no query of its own; name the file that has"
                    : "same_as names " + base + "; there is no such route's file");
        }));
    }

    /**
     * Reads the shipped files.
     *
     * @param texts  the files' texts by path under {@code sql/}
     * @param reader the compiler, with families and shared pieces
     */
    static RouteReader shipped(Map<String, String> texts, RouteCompiler reader) {
        return new RouteReader(new TreeMap<>(), texts, true, reader);
    }

    /** These routes, with the operator's own. */
    RouteReader with(Map<String, String> own, RouteCompiler reader) {
        return new RouteReader(byFile, own, false, reader);
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
