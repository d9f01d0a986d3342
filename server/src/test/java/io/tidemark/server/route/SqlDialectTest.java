package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.sql.parser.SqlParser;
import io.trino.sql.tree.CreateFunction;
import io.trino.sql.tree.DefaultTraversalVisitor;
import io.trino.sql.tree.DecimalLiteral;
import io.trino.sql.tree.FunctionCall;
import io.trino.sql.tree.Parameter;
import io.trino.sql.tree.Statement;
import io.trino.sql.tree.WindowDefinition;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Route SQL runs on DuckDB and on Trino alike: every file is parsed by Trino's parser and calls allowed functions only. */
class SqlDialectTest {

    /** Functions that DuckDB and Trino have under one name and with one meaning. */
    private static final Set<String> SHARED = Set.of("array_agg", "coalesce", "concat", "count", "date_diff",
            "date_trunc", "day", "dense_rank", "element_at", "exp", "floor", "lag", "max", "min", "round", "row_number", "stddev_samp",
            "substr", "sum", "week", "year", "month");

    private static final Pattern MACRO = Pattern.compile("CREATE MACRO (\\w+)");
    private static final SqlParser TRINO = new SqlParser();

    static Stream<String> routeFiles() {
        return SqlTree.shipped().keySet().stream().filter(f -> f.startsWith("v2/") || f.startsWith("v3/"))
                // a file with same_as has no SQL of its own
                .filter(f -> WrittenRoute.read(f, text(f)).header().sameAs() == null);
    }

    static Stream<String> viewStatements() {
        return RouteCatalog.statements(SqlTree.shipped().getOrDefault("views.sql", "")).stream();
    }

    @ParameterizedTest
    @MethodSource("routeFiles")
    void trinoParsesTheRouteAndItCallsAllowedFunctionsOnly(String file) {
        Statement statement = TRINO.createStatement(placeholders(text(file)));

        assertThat(forbiddenIn(statement)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("viewStatements")
    void trinoParsesTheViewsAndTheyCallAllowedFunctionsOnly(String view) {
        assertThat(forbiddenIn(TRINO.createStatement(view))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("routeFiles")
    void rowsOfPagesHaveATotalOrder(String file) {
        String sql = text(file);

        if (sql.contains(":row_limit")) {
            assertThat(sql).containsPattern("ORDER BY [^;]+\\nOFFSET :offset LIMIT :row_limit\\n$");
        }
    }

    @Test
    void bothPreludesDefineTheSameFunctions() {
        // Trino has this one built in, under the same name
        Set<String> duckdb = macros();
        duckdb.remove("year_of_week");

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
        Matcher matcher = MACRO.matcher(text("prelude.duckdb.sql"));
        Set<String> names = new TreeSet<>();
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static Set<String> trinoFunctions() {
        return RouteCatalog.statements(text("prelude.trino.sql")).stream()
                .map(s -> ((CreateFunction) TRINO.createStatement(s)).getSpecification().getName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String placeholders(String text) {
        NamedSql sql = NamedSql.of(text, 1);
        Map<String, Object> values = sql.names().stream().collect(Collectors.toMap(n -> n, n -> (Object) n));
        return sql.bind(values).sql();
    }

    private static String text(String file) {
        return SqlTree.shipped().getOrDefault(file, "");
    }
}
