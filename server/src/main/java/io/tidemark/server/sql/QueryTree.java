package io.tidemark.server.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A query as DuckDB's parser reads it: the SELECTs of its UNION, and which expression of which SELECT a column comes
 * from. Tables and views are its leaves: nothing is known of their columns.
 *
 * @param selects the SELECTs, in order
 */
public record QueryTree(List<Select> selects) {

    private static final List<String> PARTS = List.of("child", "children", "left", "right", "input", "lower", "upper");

    /** An expression with the SELECT that has it. */
    public record Value(JsonNode expression, Select select) {

        /** The class that DuckDB gives it, such as {@code FUNCTION}. */
        public String type() {
            return expression.path("class").asText();
        }

        /** The name of a function; empty for anything else. */
        public String function() {
            return expression.path("function_name").asText("");
        }

        /** The values that it is made of: columns it names, arguments, branches of a CASE. Conditions are no values. */
        public Stream<Value> parts() {
            return switch (type()) {
                case "COLUMN_REF" -> select.columns(expression);
                case "SUBQUERY" -> of(expression.path("subquery").path("node"), select.known).columnsAt(0);
                case "CASE" -> Stream.concat(each(expression.path("case_checks")).map(check -> check.path("then_expr")),
                        Stream.of(expression.path("else_expr"))).map(part -> new Value(part, select));
                default -> PARTS.stream().flatMap(part -> each(expression.path(part)))
                        .map(part -> new Value(part, select));
            };
        }
    }

    /** Something that a SELECT reads, under a name: a query, or a table or view where there is none. */
    public record Source(String name, String table, @Nullable QueryTree query) {}

    /**
     * A SELECT.
     *
     * @param node  its node
     * @param from  what it reads
     * @param known the queries that it may name
     */
    public record Select(JsonNode node, List<Source> from, Map<String, QueryTree> known) {

        /** The expressions of its list. */
        public Stream<Value> items() {
            return each(node.path("select_list")).map(item -> new Value(item, this));
        }

        /** The expressions by which it groups; a number is that item of the list. */
        public Stream<Value> groups() {
            List<Value> items = items().toList();
            return each(node.path("group_expressions")).map(group -> {
                int item = group.path("value").path("value").asInt(0);
                return item > 0 && item <= items.size() ? items.get(item - 1) : new Value(group, this);
            });
        }

        /** The tables and views in which a column may lie. */
        public Stream<String> tables(JsonNode column) {
            return sources(column).filter(source -> source.query == null).map(Source::table);
        }

        private Stream<Value> columns(JsonNode column) {
            String name = name(column);
            return sources(column).map(Source::query).flatMap(Stream::ofNullable).flatMap(query -> query.columns(name));
        }

        private Stream<Source> sources(JsonNode column) {
            JsonNode names = column.path("column_names");
            return from.stream()
                    .filter(source -> names.size() < 2 || source.name.equalsIgnoreCase(names.path(0).asText()));
        }

        private int place(String column) {
            List<Value> items = items().toList();
            for (int i = 0; i < items.size(); i++) {
                JsonNode item = items.get(i).expression;
                if (item.path("alias").asText(name(item)).equalsIgnoreCase(column)) {
                    return i;
                }
            }
            return -1;
        }

        // a column of a star is one of what the SELECT reads
        private Stream<Value> starred(String column) {
            return items().filter(item -> item.type().equals("STAR"))
                    .map(star -> star.expression.path("relation_name"))
                    .flatMap(of -> from.stream().filter(source -> source.name.equalsIgnoreCase(of.asText(source.name))))
                    .map(Source::query).flatMap(Stream::ofNullable).flatMap(query -> query.columns(column));
        }
    }

    /** The first statement of what {@link io.tidemark.data.duckdb.ReadOnlySql#parsed} gives. */
    public static QueryTree of(JsonNode parsed) {
        return of(parsed.path("statements").path(0).path("node"), Map.of());
    }

    private static QueryTree of(JsonNode node, Map<String, QueryTree> outer) {
        Map<String, QueryTree> known = new HashMap<>(outer);
        each(node.path("cte_map").path("map")).forEach(cte ->
                known.put(cte.path("key").asText(), of(cte.path("value").path("query").path("node"), known)));
        if (node.has("left") && node.has("right")) {
            return new QueryTree(Stream.of("left", "right")
                    .flatMap(side -> of(node.path(side), known).selects.stream()).toList());
        }
        List<Source> from = new ArrayList<>();
        read(node.path("from_table"), known, from);
        return new QueryTree(List.of(new Select(node, List.copyOf(from), known)));
    }

    private static void read(JsonNode from, Map<String, QueryTree> known, List<Source> sources) {
        switch (from.path("type").asText()) {
            case "JOIN" -> Stream.of("left", "right").forEach(side -> read(from.path(side), known, sources));
            case "BASE_TABLE" -> {
                String table = from.path("table_name").asText();
                sources.add(new Source(from.path("alias").asText(table), table, known.get(table)));
            }
            case "SUBQUERY" -> sources.add(new Source(from.path("alias").asText(""), "",
                    of(from.path("subquery").path("node"), known)));
            default -> { }
        }
    }

    /** The expressions that a column of the result comes from, one for each SELECT. */
    public Stream<Value> columns(String name) {
        int place = selects.getFirst().place(name);
        return selects.stream().flatMap(select -> {
            int at = place < 0 ? select.place(name) : place;
            return at < 0 ? select.starred(name) : select.items().skip(at).limit(1);
        });
    }

    private Stream<Value> columnsAt(int place) {
        return selects.stream().flatMap(select -> select.items().skip(place).limit(1));
    }

    /** Whether a condition cannot hold unless an equation, a parameter, a column or a call in it passes a test. */
    public static boolean requires(JsonNode condition, Predicate<JsonNode> test) {
        return switch (condition.path("type").asText()) {
            case "CONJUNCTION_AND" -> each(condition.path("children")).anyMatch(part -> requires(part, test));
            case "CONJUNCTION_OR" -> each(condition.path("children")).allMatch(part -> requires(part, test));
            case "COMPARE_EQUAL", "VALUE_PARAMETER", "COLUMN_REF", "FUNCTION" -> test.test(condition);
            default -> false;
        };
    }

    /** The name of a column, without that of its table. */
    public static String name(JsonNode column) {
        JsonNode names = column.path("column_names");
        return names.path(names.size() - 1).asText("");
    }

    private static Stream<JsonNode> each(JsonNode node) {
        return node.isArray() ? StreamSupport.stream(node.spliterator(), false)
                : node.isMissingNode() ? Stream.empty() : Stream.of(node);
    }
}
