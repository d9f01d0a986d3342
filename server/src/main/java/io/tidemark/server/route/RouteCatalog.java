package io.tidemark.server.route;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.FarmersData;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SharedPieces;
import io.tidemark.server.sql.SqlTree;
import io.tidemark.server.sql.SqlViews;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All routes, read from the files under {@code sql/v2} and {@code sql/v3}, with their preludes. Immutable. */
public final class RouteCatalog {

    /** A matching route, and the values of its path's variable parts. */
    public record Match(RouteContract route, Map<String, String> pathValues) {}

    private static final Pattern ROUTE = Pattern.compile("v[23]/[a-zA-Z0-9_/{}-]+\\.sql");

    private final SortedMap<String, RouteContract> routes;
    private final SnapshotDatabase.Contents contents;
    private final String fingerprint;

    private RouteCatalog(SortedMap<String, RouteContract> routes, SnapshotDatabase.Contents contents,
            String fingerprint) {
        this.fingerprint = fingerprint;
        this.routes = routes;
        this.contents = contents;
    }

    // hot tables are those that a request reads: routes name them, or views that are not held
    private static SnapshotDatabase.Contents contents(List<String> macros, List<SnapshotView> views,
            Set<String> words) {
        Set<String> read = new HashSet<>(words);
        // a view names only earlier views
        for (SnapshotView view : views.reversed()) {
            if (view.held() == SnapshotView.Held.NOT && read.contains(view.name())) {
                read.addAll(SqlViews.words(view.select()));
            }
        }
        return new SnapshotDatabase.Contents(macros, views, LakeTables.all().stream()
                .filter(TableContract::isPartitioned).filter(table -> read.contains(table.name())).toList());
    }

    private static Set<String> words(Collection<RouteContract> routes) {
        return routes.stream().flatMap(route -> route.query().texts().stream())
                .flatMap(sql -> SqlViews.words(sql.text()).stream()).collect(Collectors.toSet());
    }

    /**
     * Reads all files.
     *
     * @param own the operator's own folder, laid out like {@code sql/}; it adds routes and replaces none
     * @throws RouteFileException with every fault of every file
     */
    public static RouteCatalog load(@Nullable Path own) {
        return of(own == null ? new TreeMap<>() : SqlTree.own(own));
    }

    /**
     * Reads the shipped files and the operator's own.
     *
     * @param own the texts of the operator's files by path; they add routes and replace none
     * @throws RouteFileException with every fault of every file
     */
    public static RouteCatalog of(SortedMap<String, String> own) {
        Shipped base = Shipped.files();
        List<Fault> faults = new ArrayList<>();
        SortedMap<String, String> added = new TreeMap<>();
        own.forEach((name, text) -> {
            if (!ROUTE.matcher(name).matches()) {
                faults.add(new Fault(name, 1, "a route's file is v2/... or v3/..., in letters, digits, _ and -"));
            } else if (base.names().contains(name)) {
                faults.add(new Fault(name, 1, "Tidemark has a route of that name; choose another"));
            } else {
                added.put(name, text);
            }
        });
        RouteReader routes = base.routes().with(added, base.reader());
        faults.addAll(routes.faults());
        List<RouteContract> read = routes.byPath().values().stream()
                .filter(route -> added.containsKey(route.file())).toList();
        faults.addAll(base.reader().figureFaults(read));
        if (!faults.isEmpty()) {
            throw new RouteFileException(faults);
        }
        if (added.isEmpty()) {
            return base.catalog();
        }
        Set<String> words = new HashSet<>(base.words());
        words.addAll(words(read));
        SnapshotDatabase.Contents shipped = base.catalog().contents;
        return new RouteCatalog(routes.byPath(), contents(shipped.macros(), shipped.views(), words),
                Sha256.hex(base.catalog().fingerprint() + added));
    }

    /**
     * The shipped part of the catalog, which no operator's folder changes; read once in a process.
     *
     * @param names   the names of the files
     * @param words   every word of the routes' SQL
     * @param reader  the compiler, with families and shared pieces
     * @param catalog the catalog without the operator's files
     */
    private record Shipped(Set<String> names, Set<String> words, RouteCompiler reader, RouteReader routes,
            RouteCatalog catalog) {

        private static volatile @Nullable Shipped read;

        static Shipped files() {
            Shipped known = read;
            if (known == null) {
                known = read();
                read = known;
            }
            return known;
        }

        private static Shipped read() {
            SortedMap<String, String> files = SqlTree.shipped();
            List<SnapshotView> views = SqlViews.read(files);
            SortedMap<String, ParameterContract> declared = new TreeMap<>(HeaderYaml.parameters("parameters.yaml",
                    text(files, "parameters.yaml")));
            RouteCompiler reader = new RouteCompiler(HeaderYaml.families("families.yaml", text(files, "families.yaml"),
                    declared), declared, SharedPieces.read(files), FarmersData.with(views),
                    HeaderYaml.figures("kinds.yaml", text(files, "kinds.yaml")));
            SortedMap<String, String> texts = new TreeMap<>(files);
            texts.keySet().removeIf(name -> !ROUTE.matcher(name).matches());
            RouteReader routes = RouteReader.shipped(texts, reader);
            List<Fault> faults = new ArrayList<>(routes.faults());
            faults.addAll(reader.figureFaults(routes.byPath().values()));
            if (!faults.isEmpty()) {
                throw new RouteFileException(faults);
            }
            Set<String> words = RouteCatalog.words(routes.byPath().values());
            return new Shipped(Set.copyOf(files.keySet()), words, reader, routes, new RouteCatalog(routes.byPath(),
                    contents(SqlScript.statements(text(files, "prelude.duckdb.sql")), views, words),
                    Sha256.hex(files.toString())));
        }
    }

    /** A catalog whose routes have other values for constants that their files set, by name. */
    public RouteCatalog withConstants(Map<String, Object> constants) {
        if (constants.isEmpty()) {
            return this;
        }
        SortedMap<String, RouteContract> changed = new TreeMap<>(routes);
        changed.replaceAll((path, route) -> route.withConstants(constants));
        return new RouteCatalog(changed, contents, Sha256.hex(fingerprint + new TreeMap<>(constants)));
    }

    /** A catalog with one route, for a single query, and without held views. */
    public RouteCatalog only(RouteContract route) {
        return new RouteCatalog(new TreeMap<>(Map.of(route.path(), route)),
                contents(contents.macros(), unheld(), words(List.of(route))), fingerprint);
    }

    /** A catalog without routes and held views, for free SQL. */
    public RouteCatalog withoutRoutes() {
        return new RouteCatalog(new TreeMap<>(), contents(contents.macros(), unheld(), Set.of()), fingerprint);
    }

    private List<SnapshotView> unheld() {
        return contents.views().stream().map(view ->
                new SnapshotView(view.name(), view.select(), SnapshotView.Held.NOT)).toList();
    }

    private static String text(SortedMap<String, String> files, String name) {
        return Optional.ofNullable(files.get(name)).orElseThrow(() -> new RouteFileException(name, 1, "is missing"));
    }

    /** A hash of all files: routes, shared pieces, views, macros. */
    public String fingerprint() {
        return fingerprint;
    }

    /** The macros and views that routes need in a snapshot's database. */
    public SnapshotDatabase.Contents contents() {
        return contents;
    }

    /** All routes by path, in order. */
    public Collection<RouteContract> routes() {
        return routes.values();
    }

    /**
     * The route of a request path; empty if it matches none.
     * A name without braces takes precedence over one with braces.
     */
    public Optional<Match> match(String path) {
        RouteContract exact = routes.get(path);
        if (exact != null && exact.pathParameters().isEmpty()) {
            return Optional.of(new Match(exact, Map.of()));
        }
        return routes.values().stream().filter(r -> !r.pathParameters().isEmpty()).flatMap(r -> match(r, path).stream())
                .findFirst();
    }

    private static Optional<Match> match(RouteContract route, String path) {
        String[] pattern = route.path().split("/", -1);
        String[] parts = path.split("/", -1);
        if (pattern.length != parts.length) {
            return Optional.empty();
        }
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < parts.length; i++) {
            if (pattern[i].startsWith("{") && !parts[i].isEmpty()) {
                values.put(pattern[i].substring(1, pattern[i].length() - 1), parts[i]);
            } else if (!pattern[i].equals(parts[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(new Match(route, values));
    }
}
