package io.tidemark.server.query;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.server.route.AmbientValue;
import io.tidemark.server.route.ColumnContract;
import io.tidemark.server.route.NamedSql;
import io.tidemark.server.route.ParameterContract;
import io.tidemark.server.route.RouteContract;
import io.tidemark.server.route.RouteFileException;
import io.tidemark.server.route.RouteFileException.Fault;
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
import org.jspecify.annotations.Nullable;

/** Tries every route against a snapshot's tables: the SQL must bind, and give the fields that the header promises. */
final class RoutePreparation {

    private static final Pattern ERROR_LINE = Pattern.compile("LINE (\\d+):");
    private static final LocalDate SAMPLE_DAY = LocalDate.of(2026, 1, 1);

    private RoutePreparation() {}

    /**
     * Checks all routes.
     *
     * @throws RouteFileException with every fault of every file
     */
    static void check(DuckSession session, Collection<RouteContract> routes) {
        // routes that share a query share its faults
        Set<Fault> faults = new LinkedHashSet<>();
        for (RouteContract route : routes) {
            faults.addAll(check(session, route));
        }
        if (!faults.isEmpty()) {
            throw new RouteFileException(List.copyOf(faults));
        }
    }

    private static List<Fault> check(DuckSession session, RouteContract route) {
        NamedSql.Bound bound = route.sql().bind(sample(route));
        String none = "SELECT * FROM (" + bound.sql() + "\n) AS prepared LIMIT 0";
        try (PreparedStatement statement = session.connection().prepareStatement(none)) {
            QueryRunner.bind(statement, bound.values());
            try (ResultSet rows = statement.executeQuery()) {
                return compare(route, rows.getMetaData());
            }
        } catch (SQLException e) {
            return List.of(new Fault(route.query().file(), line(route, e), "the SQL does not run: " + firstLine(e)));
        }
    }

    private static List<Fault> compare(RouteContract route, ResultSetMetaData columns) throws SQLException {
        List<Fault> faults = new ArrayList<>();
        List<ColumnContract> declared = route.query().columns();
        String file = route.query().file();
        for (int i = 0; i < Math.max(declared.size(), columns.getColumnCount()); i++) {
            ColumnContract column = i < declared.size() ? declared.get(i) : null;
            String name = i < columns.getColumnCount() ? columns.getColumnName(i + 1) : null;
            if (column == null) {
                faults.add(new Fault(file, 1, "column " + name + " is not declared as a field"));
            } else if (!column.name().equals(name)) {
                faults.add(new Fault(file, column.line(), column.what() + " is number " + (i + 1)
                        + " in the header, where the SQL gives " + name + expected(column)));
                break;
            } else if (!column.field().type().accepts(columns.getColumnTypeName(i + 1))) {
                faults.add(new Fault(file, column.line(), column.what() + " is declared " + column.field().type().wireName()
                        + "; the SQL gives " + columns.getColumnTypeName(i + 1)));
            }
        }
        return faults;
    }

    // a key's column has a name that nobody can guess
    private static String expected(ColumnContract column) {
        return column.name().equals(column.field().name()) ? "" : "; its column is " + column.name();
    }

    private static Map<String, @Nullable Object> sample(RouteContract route) {
        Map<String, @Nullable Object> values = new HashMap<>(route.query().constants());
        for (AmbientValue ambient : AmbientValue.values()) {
            values.put(ambient.sqlName(), switch (ambient) {
                case TODAY, DATA_BEGIN, DATA_END -> SAMPLE_DAY;
                case IS_FARMER, AGGREGATES_ONLY -> true;
                case OWN_GROUP, OWN_FARMER -> "x";
                case MIN_GROUPS -> 3;
            });
        }
        route.parameters().forEach((name, parameter) -> parameter.type().sqlNames(name)
                .forEach(sqlName -> values.put(sqlName, sample(sqlName, parameter))));
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

    // DuckDB counts lines of the statement, which has the same lines as the file's SQL
    private static int line(RouteContract route, SQLException e) {
        Matcher matcher = ERROR_LINE.matcher(String.valueOf(e.getMessage()));
        return route.sql().firstLine() + (matcher.find() ? Integer.parseInt(matcher.group(1)) - 1 : 0);
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
