package io.tidemark.server.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SqlLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Checks a file with {@code confidentiality: own}: each SELECT that reads rows of farmers keeps those of the caller
 * alone, before it sums or joins them. It looks at the SQL as DuckDB has parsed it.
 * What a column means, it does not know.
 */
final class OwnRowRules {

    private static final Set<String> CALLER = Set.of("own_group", "own_farmer");
    /** Table functions that read no table. */
    private static final Set<String> LISTS = Set.of("unnest", "generate_series", "range");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final EngineSettings PARSER =
            new EngineSettings(1, 128, Path.of(System.getProperty("java.io.tmpdir")));

    private final NamedSql sql;
    private final NamedSql.Bound bound;
    private final SqlLine said;
    private final Set<String> farmers;
    private final List<Fault> faults = new ArrayList<>();

    private OwnRowRules(NamedSql sql, SqlLine said, Set<String> farmers) {
        this.sql = sql;
        Map<String, String> itself = new LinkedHashMap<>();
        sql.names().forEach(name -> itself.put(name, name));
        this.bound = sql.bind(itself);
        this.said = said;
        this.farmers = farmers;
    }

    /**
     * The faults of a file.
     *
     * @param sql     the file's SQL with its shared pieces, whose own lines are not looked at
     * @param said    the line of the header that says how the file keeps farmers' rows
     * @param farmers the tables, views and shared pieces with rows of farmers
     */
    static List<Fault> faults(NamedSql sql, SqlLine said, Set<String> farmers) {
        OwnRowRules rules = new OwnRowRules(sql, said, farmers);
        JsonNode parsed = parsed(rules.bound.sql());
        if (parsed.path("error").asBoolean()) {
            return List.of(said.fault(
                    "confidentiality: own cannot be checked: " + parsed.path("error_message").asText()));
        }
        rules.read(parsed);
        return rules.faults;
    }

    private static JsonNode parsed(String sql) {
        try (DuckSession session = DuckSession.open(PARSER)) {
            return JSON.readTree(session.list("SELECT json_serialize_sql(CAST(? AS VARCHAR))", row -> row.getString(1),
                    sql).getFirst());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("DuckDB's tree of a query is no JSON", e);
        }
    }

    private void read(JsonNode node) {
        if (node.has("from_table")) {
            List<JsonNode> tables = new ArrayList<>();
            sources(node.get("from_table"), tables);
            for (JsonNode table : tables) {
                if (!isKept(node.path("where_clause"), table, tables.size() == 1)) {
                    faults.add(lineOf(table).fault("with confidentiality: own each SELECT that reads "
                            + table.get("table_name").asText() + " keeps the caller's rows in its WHERE, such as"
                            + " farmer_group_key = :own_group or farmer_id = :own_farmer"
                            + (tables.size() == 1 ? "" : ", with the table's name before the column")));
                }
            }
        }
        node.forEach(this::read);
    }

    /** Adds the tables of farmers that a FROM reads itself; subqueries have a FROM of their own. */
    private void sources(JsonNode from, List<JsonNode> tables) {
        switch (from.path("type").asText()) {
            case "BASE_TABLE" -> {
                if (isFarmers(from) && lineOf(from).file().equals(said.file())) {
                    tables.add(from);
                }
            }
            case "JOIN" -> {
                sources(from.get("left"), tables);
                sources(from.get("right"), tables);
            }
            case "SUBQUERY", "EMPTY", "EXPRESSION_LIST" -> { }
            case "TABLE_FUNCTION" -> {
                String function = from.path("function").path("function_name").asText();
                if (!LISTS.contains(function)) {
                    faults.add(said.fault("with confidentiality: own no table is read by the function " + function));
                }
            }
            default -> faults.add(said.fault("with confidentiality: own tables are read by SELECT and JOIN alone, not"
                    + " by " + from.path("type").asText()));
        }
    }

    private boolean isFarmers(JsonNode table) {
        return farmers.contains(table.get("table_name").asText().toLowerCase(Locale.ROOT));
    }

    /** Whether a condition holds for the caller's rows of a table alone. Admins, who are no farmers, may get all. */
    private boolean isKept(JsonNode condition, JsonNode table, boolean only) {
        JsonNode children = condition.path("children");
        return switch (condition.path("type").asText()) {
            case "CONJUNCTION_AND" -> children.valueStream().anyMatch(each -> isKept(each, table, only));
            case "CONJUNCTION_OR" -> children.valueStream().anyMatch(each -> isKept(each, table, only))
                    && children.valueStream().allMatch(each -> isNoFarmer(each) || isKept(each, table, only));
            case "COMPARE_EQUAL" -> {
                JsonNode left = condition.get("left");
                JsonNode right = condition.get("right");
                yield isColumn(left, table, only) ? isValue(right, CALLER) : isColumn(right, table, only)
                        && isValue(left, CALLER);
            }
            case "FUNCTION" -> condition.path("function_name").asText().equals("is_own")
                    && isColumn(children.path(0), table, only) && isColumn(children.path(1), table, only)
                    && isValue(children.path(2), Set.of("own_group"));
            default -> false;
        };
    }

    private boolean isNoFarmer(JsonNode condition) {
        return condition.path("type").asText().equals("OPERATOR_NOT")
                && isValue(condition.at("/children/0"), Set.of("is_farmer"));
    }

    // DuckDB counts the values from 1
    private boolean isValue(JsonNode expression, Set<String> names) {
        return expression.path("type").asText().equals("VALUE_PARAMETER")
                && names.contains(String.valueOf(bound.values().get(expression.get("identifier").asInt() - 1)));
    }

    private static boolean isColumn(JsonNode expression, JsonNode table, boolean only) {
        JsonNode names = expression.path("column_names");
        String alias = table.get(table.get("alias").asText().isEmpty() ? "table_name" : "alias").asText();
        return names.size() == 1 ? only
                : names.size() > 1 && names.get(names.size() - 2).asText().equalsIgnoreCase(alias);
    }

    private SqlLine lineOf(JsonNode table) {
        byte[] bytes = bound.sql().getBytes(StandardCharsets.UTF_8);
        byte[] before = Arrays.copyOf(bytes, (int) Math.min(bytes.length, table.get("query_location").asLong()));
        return sql.line(1 + (int) new String(before, StandardCharsets.UTF_8).chars().filter(c -> c == '\n').count());
    }
}
