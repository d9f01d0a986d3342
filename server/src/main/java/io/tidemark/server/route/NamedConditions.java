package io.tidemark.server.route;

import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.sql.Conditions;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.RowColumn;
import io.tidemark.server.sql.SqlLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the conditions that a file's header names under {@code let}. */
final class NamedConditions {

    /** The names of the window in SQL, which no condition may take. */
    static final List<String> WINDOW = List.of("first_day", "last_day", "read_from");

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final RouteFile written;
    private final SequencedMap<String, String> conditions;

    /** Those of a file. */
    NamedConditions(RouteFile written) {
        this.written = written;
        this.conditions = written.header().let();
    }

    /** Whether a condition uses a name. */
    boolean uses(String name) {
        return conditions.values().stream().anyMatch(condition -> Conditions.namesIn(condition).contains(name));
    }

    /**
     * What is wrong with them.
     *
     * @param declared the names that the SQL may use besides them
     */
    List<Fault> faults(Set<String> declared) {
        List<Fault> faults = new ArrayList<>();
        SqlLine line = written.lineOf("let:");
        conditions.forEach((name, condition) ->
                fault(name, condition, declared).ifPresent(words -> faults.add(line.fault(words))));
        return faults;
    }

    private Optional<String> fault(String name, String condition, Set<String> declared) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("a name under let is a word in small letters, not " + name);
        }
        if (declared.contains(name) || Filters.OPEN.containsKey(name) || WINDOW.contains(name)) {
            return Optional.of("let names " + name + ", which is a parameter or a value that every file has");
        }
        if (!Conditions.isWhole(condition)) {
            return Optional.of("let " + name + " is one condition: its brackets close, and it has no comment and no "
                    + "semicolon");
        }
        for (String other : Conditions.namesIn(condition)) {
            if (!declared.contains(other)) {
                return Optional.of("let " + name + " uses :" + other + (conditions.containsKey(other)
                        ? ", which is a condition itself; write it out" : ", which is not declared"));
            }
        }
        return texts().anyMatch(text -> Conditions.namesIn(text).contains(name)) ? Optional.empty()
                : Optional.of("let names " + name + ", which is not used");
    }

    // the file's lines, and the row columns that it gives to shared pieces
    private Stream<String> texts() {
        RouteHeader header = written.header();
        Stream<String> columns = Stream.concat(Stream.of(header.defaults()), header.with().stream())
                .flatMap(use -> Stream.of(use.rows(), use.parts())).filter(Objects::nonNull).flatMap(List::stream)
                .map(RowColumn::expression);
        return Stream.concat(written.sql().lines().stream().map(SqlLine::text), columns);
    }
}
