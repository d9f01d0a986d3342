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
 * The functions of {@code prelude.trino.sql}. A query takes along those that it calls, in Trino's {@code WITH FUNCTION}: so nothing is
 * installed in Trino, and two versions of the server can ask the same one.
 */
final class TrinoFunctions {

    private static final Pattern NAME = Pattern.compile("CREATE (FUNCTION ([a-z_0-9]+)\\(.*)", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("\\b([a-z_0-9]+)\\s*\\(", Pattern.CASE_INSENSITIVE);
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final String PRELUDE = "prelude.trino.sql";

    /** Their specifications on one line each, by name: several where the type of the result follows that of an argument. */
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

    /** Those of the program. */
    static TrinoFunctions shipped() {
        return of(SqlScript.text(PRELUDE));
    }

    /** Those of a text of CREATE FUNCTION statements. */
    static TrinoFunctions of(String prelude) {
        SequencedMap<String, List<String>> all = new LinkedHashMap<>();
        for (String statement : SqlScript.statements(prelude)) {
            Matcher function = NAME.matcher(statement);
            if (!function.matches()) {
                throw new IllegalStateException(PRELUDE + " holds something else than CREATE FUNCTION: " + statement);
            }
            all.computeIfAbsent(function.group(2), name -> new ArrayList<>()).add(BLANKS.matcher(function.group(1)).replaceAll(" "));
        }
        return new TrinoFunctions(all);
    }

    private static Set<String> called(String sql) {
        return CALL.matcher(sql).results().map(call -> call.group(1).toLowerCase(Locale.ROOT)).collect(Collectors.toCollection(HashSet::new));
    }

    /** A query with the functions that it calls before it, on its first line: an error's line is that of the query. */
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

    /** All of them and these views, as text: what the answers depend on beside the rows. */
    String with(List<SnapshotView> views) {
        return specifications.toString() + views;
    }
}
