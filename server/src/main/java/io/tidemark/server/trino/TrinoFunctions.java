package io.tidemark.server.trino;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.duckdb.SqlScript;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The functions of {@code prelude.trino.sql}. A query defines the ones that it calls in Trino's {@code WITH FUNCTION}.
 * So nothing is installed in Trino, and two versions of the server can use the same one.
 */
final class TrinoFunctions {

    private static final Pattern NAME = Pattern.compile("CREATE (FUNCTION ([a-z_0-9]+)\\(.*)", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("\\b([a-z_0-9]+)\\s*\\(", Pattern.CASE_INSENSITIVE);
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final String PRELUDE = "prelude.trino.sql";

    /** The specifications by name, each on one line; several if the result's type follows an argument's type. */
    private final SequencedMap<String, List<String>> specifications;
    private final Map<String, Set<String>> calls;

    private TrinoFunctions(SequencedMap<String, List<String>> specifications) {
        this.specifications = specifications;
        this.calls = specifications.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, f -> {
            Set<String> called = called(String.join(" ", f.getValue()));
            called.remove(f.getKey());
            return called;
        }));
    }

    /** The shipped functions. */
    static TrinoFunctions shipped() {
        return of(SqlScript.text(PRELUDE));
    }

    /** Parses CREATE FUNCTION statements. */
    static TrinoFunctions of(String prelude) {
        SequencedMap<String, List<String>> all = new LinkedHashMap<>();
        for (String statement : SqlScript.statements(prelude)) {
            Matcher function = NAME.matcher(statement);
            if (!function.matches()) {
                throw new IllegalStateException(PRELUDE + " holds something else than CREATE FUNCTION: " + statement);
            }
            all.computeIfAbsent(function.group(2), name -> new ArrayList<>())
                    .add(BLANKS.matcher(function.group(1)).replaceAll(" "));
        }
        return new TrinoFunctions(all);
    }

    private static Set<String> called(String sql) {
        return CALL.matcher(sql).results().map(call -> call.group(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Puts the functions that a query calls before it, on its first line, so that errors keep the query's line numbers.
     */
    String before(String query) {
        Set<String> needed = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(called(query));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (specifications.containsKey(name) && needed.add(name)) {
                open.addAll(calls.getOrDefault(name, Set.of()));
            }
        }
        return needed.isEmpty() ? query : specifications.entrySet().stream().filter(f -> needed.contains(f.getKey()))
                .flatMap(f -> f.getValue().stream()).collect(Collectors.joining(", ", "WITH ", " ")) + query;
    }

    /** All functions and these views, as text: the answers depend on them and on the rows. */
    String with(List<SnapshotView> views) {
        return specifications.toString() + views;
    }
}
