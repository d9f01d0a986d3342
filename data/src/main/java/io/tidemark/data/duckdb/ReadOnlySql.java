package io.tidemark.data.duckdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Accepts only SQL that reads, checked by DuckDB's own parser: one SELECT (or FROM, VALUES, DESCRIBE, SHOW, SUMMARIZE),
 * or EXPLAIN of one. A SELECT can do harm too: table functions may write files, change settings or run hidden text.
 * This class refuses every function that it does not list.
 * {@link io.tidemark.data.database.SnapshotDatabase} limits what may be read.
 */
public final class ReadOnlySql {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern EXPLAIN = Pattern.compile("\\A\\s*EXPLAIN\\s+(?:ANALYZE\\s+)?",
            Pattern.CASE_INSENSITIVE);
    private static final Set<String> TABLE_FUNCTIONS = Set.of("range", "generate_series", "unnest", "repeat",
            "repeat_row", "json_each",
            "json_tree", "summary", "show", "show_tables", "duckdb_tables", "duckdb_views", "duckdb_columns",
            "duckdb_functions",
            "duckdb_types", "duckdb_keywords", "pragma_table_info", "pragma_show", "pragma_version", "read_parquet",
            "parquet_scan", "parquet_schema", "parquet_metadata", "parquet_file_metadata", "pg_timezone_names");
    private static final Set<String> REFUSED_FUNCTIONS = Set.of("write_log");

    private ReadOnlySql() {}

    /**
     * Returns normally if the text only reads.
     *
     * @param session any session; the text is parsed, not run
     * @throws IllegalArgumentException with a message for the author of the SQL
     */
    public static void check(DuckSession session, String sql) {
        Matcher explain = EXPLAIN.matcher(sql);
        String plain = explain.find() ? sql.substring(explain.end()) : sql;
        JsonNode parsed = parsed(session, plain);
        if (parsed.path("error").asBoolean()) {
            throw new IllegalArgumentException(parsed.path("error_type").asText().equals("not implemented")
                    ? "only queries can run here: SELECT, FROM, VALUES, DESCRIBE, SHOW TABLES, SUMMARIZE or EXPLAIN"
                    : message(plain, parsed));
        }
        if (parsed.path("statements").size() != 1) {
            throw new IllegalArgumentException("one statement at a time");
        }
        checkFunctions(parsed.path("statements"), false);
    }

    /**
     * The syntax tree of queries, as DuckDB's parser makes it: {@code statements}, or {@code error}.
     *
     * @param session any session; the text is parsed, not run
     */
    public static JsonNode parsed(DuckSession session, String sql) {
        try {
            return JSON.readTree(session.first("""
                    SELECT json_serialize_sql(CAST(? AS VARCHAR), skip_null := true, skip_empty := true)
                    """, row -> row.getString(1), sql).orElse("{}"));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("DuckDB's own JSON could not be read", e);
        }
    }

    private static String message(String sql, JsonNode parsed) {
        String words = parsed.path("error_message").asText();
        int position = parsed.path("position").asInt(-1);
        return position < 0 ? words : "line " + (1 + sql.substring(0, Math.min(position, sql.length())).chars()
                .filter(c -> c == '\n').count()) + ": " + words;
    }

    private static void checkFunctions(JsonNode node, boolean asTable) {
        String name = node.path("function_name").asText("");
        if (asTable ? !TABLE_FUNCTIONS.contains(name) : REFUSED_FUNCTIONS.contains(name)) {
            throw new IllegalArgumentException("the function " + name + " cannot be used here");
        }
        boolean table = node.path("type").asText().equals("TABLE_FUNCTION");
        node.properties().forEach(part -> checkFunctions(part.getValue(), table && part.getKey().equals("function")));
        node.forEach(part -> {
            if (node.isArray()) {
                checkFunctions(part, false);
            }
        });
    }
}
