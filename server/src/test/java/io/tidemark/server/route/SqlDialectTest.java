package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.route.contract.RouteQuery;
import io.tidemark.server.sql.NamedSql;
import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.CreateFunction;
import io.trino.sql.tree.DecimalLiteral;
import io.trino.sql.tree.DefaultTraversalVisitor;
import io.trino.sql.tree.DereferenceExpression;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Identifier;
import io.trino.sql.tree.Parameter;
import io.trino.sql.tree.Query;
import io.trino.sql.tree.QuerySpecification;
import io.trino.sql.tree.SingleColumn;
import io.trino.sql.tree.Statement;
import io.trino.sql.tree.WindowDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Route SQL runs on DuckDB and on Trino alike: every file is parsed by Trino's parser and calls allowed functions only.
 */
class SqlDialectTest {

    /** Functions that DuckDB and Trino have under one name and with one meaning. */
    private static final Set<String> SHARED = Set.of("array_agg", "bool_and", "bool_or", "coalesce", "concat", "count",
            "date_diff",
            "date_trunc", "day", "dense_rank", "element_at", "exp", "floor", "lag", "lead", "ln", "max", "min", "power",
            "rank", "round", "row_number", "sqrt", "stddev_samp", "substr", "sum", "week", "year", "month");

    private static final Pattern MACRO = Pattern.compile("CREATE MACRO (\\w+)");
    private static final SqlParser TRINO = new SqlParser();

    private static final RouteCatalog CATALOG = RouteCatalog.load(null);

    // with their shared pieces; a file with same_as has no SQL
    static Stream<RouteQuery> files() {
        return CATALOG.routes().stream().map(RouteContract::query)
                .collect(Collectors.toMap(RouteQuery::file, q -> q, (q, _) -> q, TreeMap::new)).values().stream();
    }

    static Stream<Arguments> queries() {
        return files().map(query -> Arguments.of(query.file(), query.sql()));
    }

    static Stream<Arguments> views() {
        return CATALOG.contents().views().stream().map(view -> Arguments.of(view.name(), view.select()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queries")
    void trinoParsesTheRouteAndItCallsAllowedFunctionsOnly(String file, NamedSql sql) {
        Statement statement = TRINO.createStatement(placeholders(sql));

        assertThat(forbiddenIn(statement)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("views")
    void trinoParsesTheViewAndItCallsAllowedFunctionsOnly(String name, String select) {
        assertThat(forbiddenIn(TRINO.createStatement(select))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queries")
    void rowsOfPagesHaveATotalOrder(String file, NamedSql sql) {
        if (sql.names().contains("row_limit")) {
            assertThat(sql.text()).containsPattern("ORDER BY [^;]+\\nOFFSET :offset LIMIT :row_limit$");
        }
    }

    // whoever compares a header with its query reads both from top to bottom
    @ParameterizedTest
    @MethodSource("files")
    void columnsStandInTheOrderOfTheFields(RouteQuery query) {
        Query statement = (Query) TRINO.createStatement(placeholders(query.sql()));
        List<String> selected = ((QuerySpecification) statement.getQueryBody()).getSelect().getSelectItems().stream()
                .map(item -> nameOf((SingleColumn) item)).toList();

        // after them may come the period by which rows are cut to a window
        List<String> fields = query.columns().stream().map(ColumnContract::name).toList();
        assertThat(selected).startsWith(fields.toArray(String[]::new)).hasSizeLessThanOrEqualTo(fields.size() + 1);
    }

    private static String nameOf(SingleColumn column) {
        return column.getAlias().map(Identifier::getValue)
                .orElseGet(() -> column.getExpression() instanceof DereferenceExpression field
                ? field.getField().orElseThrow().getValue() : ((Identifier) column.getExpression()).getValue());
    }

    @Test
    void bothPreludesDefineTheSameFunctions() {
        // Trino has these built in, under the same names
        Set<String> duckdb = macros();
        duckdb.removeAll(Set.of("year_of_week", "bitwise_or_agg"));

        assertThat(trinoFunctions()).isEqualTo(duckdb);
    }

    @Test
    void theGuardSeesWhatItForbids() {
        assertThat(forbiddenIn(TRINO.createStatement("SELECT strftime(d, 'x'), 1.0 FROM t")))
                .containsExactlyInAnyOrder("strftime", "1.0");
        assertThat(forbiddenIn(TRINO.createStatement("SELECT sum(x) OVER w FROM t WINDOW w AS (ORDER BY x + ?)")))
                .containsExactly("? in WINDOW w");
        assertThat(forbiddenIn(TRINO.createStatement("SELECT avg(x), sum(y) * 1e0 FROM t"))).containsExactly("avg");
    }

    private static Set<String> forbiddenIn(Statement statement) {
        Set<String> allowed = macros();
        allowed.addAll(SHARED);
        Set<String> forbidden = new TreeSet<>();
        new DefaultTraversalVisitor<Void>() {
            @Override
            protected Void visitFunctionCall(FunctionCall call, Void context) {
                String name = call.getName().toString();
                if (!allowed.contains(name)) {
                    forbidden.add(name);
                }
                return super.visitFunctionCall(call, null);
            }

            // DuckDB numbers a placeholder in a WINDOW clause where the window is used, not where it is written
            @Override
            protected Void visitWindowDefinition(WindowDefinition window, Void context) {
                new DefaultTraversalVisitor<Void>() {
                    @Override
                    protected Void visitParameter(Parameter value, Void nothing) {
                        forbidden.add("? in WINDOW " + window.getName());
                        return null;
                    }
                }.process(window.getWindow(), null);
                return super.visitWindowDefinition(window, null);
            }

            // 1.0 is a decimal in Trino and 1.0 / 3 is 0.3 there; 1e0 is a double on both
            @Override
            protected Void visitDecimalLiteral(DecimalLiteral literal, Void context) {
                forbidden.add(literal.getValue());
                return super.visitDecimalLiteral(literal, null);
            }
        }.process(statement, null);
        return forbidden;
    }

    private static Set<String> macros() {
        Matcher matcher = MACRO.matcher(SqlScript.text("prelude.duckdb.sql"));
        Set<String> names = new TreeSet<>();
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static Set<String> trinoFunctions() {
        return SqlScript.statements(SqlScript.text("prelude.trino.sql")).stream()
                .map(s -> ((CreateFunction) TRINO.createStatement(s)).getSpecification().getName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String placeholders(NamedSql sql) {
        Map<String, Object> values = sql.names().stream().collect(Collectors.toMap(n -> n, n -> (Object) n));
        return sql.bind(values).sql();
    }
}
