package io.tidemark.server.snapshot;

import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.query.TestedQueries;
import io.tidemark.server.route.contract.AmbientValue;
import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.FieldType;
import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SqlLine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tests every route on a snapshot's tables: the SQL must bind and return the fields of the header. */
final class RoutePreparation {

    private static final Pattern ERROR_LINE = Pattern.compile("\\bline (\\d{1,9}):", Pattern.CASE_INSENSITIVE);
    private static final Pattern PLACED = Pattern.compile("line (\\d{1,9}): (.*)", Pattern.DOTALL);
    private static final LocalDate SAMPLE_DAY = LocalDate.of(2026, 1, 1);

    private RoutePreparation() {}

    /**
     * Checks, in parallel, all routes that have not yet passed on the same tables:
     * a start and a new snapshot wait for it.
     *
     * @param tested the queries that have passed
     * @throws RouteFileException with every fault of every file
     * @throws io.tidemark.server.engine.EngineUnavailableException when the engine does not answer
     */
    static void check(SqlEngine engine, Collection<RouteContract> routes, TestedQueries tested) {
        TestedQueries.Tests tests = tested.on(engine);
        // in the order of the routes; routes that share a query share its faults
        Set<Fault> faults = routes.parallelStream().map(route -> check(engine, tests, route)).flatMap(List::stream)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        tests.keep();
        if (!faults.isEmpty()) {
            throw new RouteFileException(List.copyOf(faults));
        }
    }

    private static List<Fault> check(SqlEngine engine, TestedQueries.Tests tests, RouteContract route) {
        for (NamedSql sql : route.query().texts()) {
            NamedSql.Bound sample = sql.bind(sample(route));
            if (!tests.passed(route, sample)) {
                List<Fault> faults = check(engine, route, sample);
                if (!faults.isEmpty()) {
                    return faults;
                }
                tests.pass(route, sample);
            }
        }
        return List.of();
    }

    private static List<Fault> check(SqlEngine engine, RouteContract route, NamedSql.Bound bound) {
        // before anything runs: to prepare some table functions is to call them, and one of them ends the process
        try {
            engine.admit(bound.sql());
        } catch (IllegalArgumentException e) {
            return List.of(refused(route, String.valueOf(e.getMessage())));
        }
        String none = engine.statement("SELECT * FROM (" + bound.sql() + "\n) AS prepared LIMIT 0");
        try (Connection connection = engine.connect();
                PreparedStatement statement = connection.prepareStatement(none)) {
            SqlEngine.bind(statement, bound.values());
            try (ResultSet rows = engine.run(statement)) {
                return compare(engine, route, rows.getMetaData());
            }
        } catch (SQLException e) {
            if (engine.trouble(e) != SqlEngine.Trouble.NONE) {
                throw engine.failure(e.getMessage() + " while " + route.file() + " was tested", e);
            }
            return List.of(line(route, e).fault("the SQL does not run: " + firstLine(e)));
        }
    }

    private static Fault refused(RouteContract route, String message) {
        Matcher placed = PLACED.matcher(message);
        return placed.matches() ? route.sql().line(Integer.parseInt(placed.group(1)))
                .fault("the SQL does not run: Parser Error: " + placed.group(2))
                : route.sql().line(1).fault("the SQL does not run: " + message);
    }

    // columns are matched by name; extra ones are allowed
    private static List<Fault> compare(SqlEngine engine, RouteContract route, ResultSetMetaData columns)
            throws SQLException {
        Map<String, String> given = new HashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            given.put(columns.getColumnName(i), engine.typeName(columns.getColumnTypeName(i)));
        }
        List<Fault> faults = new ArrayList<>();
        String file = route.query().file();
        for (ColumnContract column : route.query().columns()) {
            String type = given.get(column.name());
            if (type == null) {
                faults.add(new Fault(file, column.line(), column.what() + " is not given by the SQL"
                        + expected(column)));
            } else if (!column.field().type().accepts(type)) {
                faults.add(new Fault(file, column.line(), column.what() + " is declared " + column.field().type()
                        .wireName() + "; the SQL gives " + type));
            }
        }
        String slice = route.slice();
        if (slice != null && !FieldType.DATE.accepts(given.getOrDefault(slice, ""))) {
            faults.add(new Fault(file, 1, "slice is " + slice + ", which the SQL does not give as a date"));
        }
        return faults;
    }

    // a key's column has a name that nobody can guess
    private static String expected(ColumnContract column) {
        return column.name().equals(column.field().name()) ? "" : "; its column is " + column.name();
    }

    private static Map<String, @Nullable Object> sample(RouteContract route) {
        Map<String, @Nullable Object> values = new HashMap<>(Filters.OPEN);
        List.of("first_day", "last_day", "read_from").forEach(name -> values.put(name, SAMPLE_DAY));
        values.putAll(route.query().constants());
        for (AmbientValue ambient : AmbientValue.values()) {
            values.put(ambient.sqlName(), switch (ambient) {
                case TODAY, DATA_BEGIN, DATA_END, COMPLETE_THROUGH -> SAMPLE_DAY;
                case IS_FARMER, AGGREGATES_ONLY -> true;
                case SEES_ALL -> false;
                case OWN_GROUP, OWN_FARMER -> "x";
                case MIN_FARMERS -> 3;
                case MAX_SHARE -> 85;
            });
        }
        route.parameters().forEach((name, parameter) ->
                parameter.type().sqlNames(name).forEach(sqlName -> values.put(sqlName, sample(sqlName, parameter))));
        return values;
    }

    private static Object sample(String sqlName, ParameterContract parameter) {
        return switch (parameter.type()) {
            case DATE_FROM, DATE_TO, ISO_DATE_FROM, ISO_DATE_TO -> SAMPLE_DAY;
            case AREAS, PRODUCTION_AREAS -> sqlName.equals("areas") ? List.of(1) : (Object) false;
            case GENERATIONS -> sqlName.equals("generations") ? List.of("V2025") : (Object) false;
            case INTEGER -> parameter.min() == null ? (Object) 1 : parameter.min();
            case NUMBER -> parameter.min() == null ? 1.0 : parameter.min().doubleValue();
            case BOOLEAN -> false;
            case CHOICE -> parameter.values() == null ? "x" : parameter.values().getFirst();
            case TEXT -> "x";
            case CHOICES, TEXTS, SPECIES -> sqlName.startsWith("all_") ? (Object) false : List.of("x");
        };
    }

    // DuckDB counts lines of the statement, which has the same lines as the SQL that runs; so have all texts of a query
    private static SqlLine line(RouteContract route, SQLException e) {
        Matcher matcher = ERROR_LINE.matcher(String.valueOf(e.getMessage()));
        return route.sql().line(matcher.find() ? Integer.parseInt(matcher.group(1)) : 1);
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
