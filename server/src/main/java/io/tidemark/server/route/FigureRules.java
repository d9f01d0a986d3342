package io.tidemark.server.route;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.ReadOnlySql;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.Confidentiality.Figure;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.FarmersData;
import io.tidemark.server.sql.QueryTree;
import io.tidemark.server.sql.QueryTree.Select;
import io.tidemark.server.sql.QueryTree.Source;
import io.tidemark.server.sql.QueryTree.Value;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SqlLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks that the benchmark figures of a route are what its header says. It follows each field of kind {@code sum} or
 * {@code made_once} through the query: a mean, a median, a quantile or an extreme over members (sites, units, cycles,
 * companies) may come only from tables of figures that are made once, and a count of members only from released rows.
 * What it cannot see stands in sql/README.md.
 */
final class FigureRules {

    /**
     * The tables and views over whose rows a mean or an extreme may be taken: figures that are made once at their
     * release; and events, which are released in whole atoms of their own.
     */
    static final Set<String> MADE_ONCE = Set.of("released_site_month", "released_tenth", "released_feed_tail",
            "site_quarter", "cycle_year", "site_member", "site_average", "site_tenth", "feed_tail", "ranked_site",
            "ranked_year", "treatment_event", "event_yardstick", "weight_rate");
    /** Views with rows of members as released, like the ledger's tables; what they have of the present is marked. */
    private static final Set<String> RELEASED = Set.of("released_cell_stock", "released_generation_cell_stock",
            "released_book",
            "sea_month", "placed_touch");
    /** Views whose rows are cells, atoms or sums of them, over all companies that have fish in them. */
    private static final Set<String> SUMMED = Set.of("piece", "cell", "sea_cell", "generation_cell", "atom",
            "generation_atom", "released_area_book");
    /** Columns that tell one member from another. */
    private static final Set<String> MEMBER = Set.of("site_number", "site_id", "unit_id", "cohort_id", "treatment_id",
            "farmer_id", "owner_id", "farmer_group_key");
    /** The parameters with the caller's company and group. */
    private static final Set<String> OWN = Set.of("own_farmer", "own_group");

    private static final Predicate<String> EXTREME = Pattern.compile("avg|favg|mean|median|mode|min|max|quantile.*"
            + "|percentile.*|approx_.*|mad|arg_.*|m(?:ax|in)_by|first|last|any_value|stddev.*|var_.*|variance|list"
            + "|array_agg|string_agg|histogram").asMatchPredicate();
    private static final Predicate<String> COUNT = Set.of("count", "count_star")::contains;
    private static final Predicate<String> RATIO = Pattern.compile("//?|.*(?:rate|mean|share|risk|ratio|percent).*")
            .asMatchPredicate();

    private final FarmersData farmers;
    private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> faults = new LinkedHashSet<>();
    private boolean isMadeOnce;

    private FigureRules(FarmersData farmers) {
        this.farmers = farmers;
    }

    /** The faults of these routes; those that share another's query are checked with it. */
    static List<Fault> faults(Collection<RouteContract> routes, FarmersData farmers) {
        List<RouteContract> checked = routes.stream().filter(route -> route.confidentiality().benchmarks()
                && route.query().file().equals(route.file())).toList();
        List<Fault> faults = new ArrayList<>();
        if (!checked.isEmpty()) {
            try (DuckSession session = DuckSession.open()) {
                checked.forEach(route -> faults.addAll(faults(session, route, farmers)));
            }
        }
        return faults;
    }

    private static List<Fault> faults(DuckSession session, RouteContract route, FarmersData farmers) {
        String sql = route.sql().inDollars();
        JsonNode parsed = ReadOnlySql.parsed(session, sql);
        if (parsed.path("error").asBoolean()) {
            String before = sql.substring(0, Math.clamp(parsed.path("position").asInt(0), 0, sql.length()));
            return List.of(route.sql().line(1 + (int) before.chars().filter(c -> c == '\n').count())
                    .fault("the SQL cannot be read: " + parsed.path("error_message").asText()));
        }
        QueryTree query = QueryTree.of(parsed);
        List<Fault> faults = new ArrayList<>();
        Set<Integer> lines = new TreeSet<>();
        for (ColumnContract column : route.query().columns()) {
            String field = route.fields().stream().filter(each -> each.columnNames().contains(column.name()))
                    .map(FieldContract::name).findFirst().orElse(column.name());
            Set<Figure> said = route.confidentiality().figures(field);
            boolean once = said.contains(Figure.MADE_ONCE);
            if (!once && !said.contains(Figure.SUM)) {
                continue;
            }
            FigureRules rules = new FigureRules(farmers);
            query.columns(column.name()).forEach(rules::follow);
            if (once && !rules.isMadeOnce) {
                rules.faults.add("no table of such figures");
            }
            // forms of one name, such as a rate for each kind, have the same fault
            if (!rules.faults.isEmpty() && lines.add(column.line())) {
                faults.add(new SqlLine("", route.file(), column.line()).fault(column.what()
                        + (once ? ", said to be made once, comes from " : ", said to be a sum, is made of ")
                        + String.join(" and ", rules.faults) + "; see Confidentiality in sql/README.md"));
            }
        }
        return faults;
    }

    private void follow(Value value) {
        if (!seen.add(value.expression())) {
            return;
        }
        Select select = value.select();
        String function = value.function();
        if (value.type().equals("COLUMN_REF")) {
            isMadeOnce |= select.tables(value.expression()).anyMatch(MADE_ONCE::contains);
        }
        if (COUNT.test(function)) {
            present(select).forEach(table -> faults.add("a count over " + table + ", which is not as released"));
            return;
        }
        if (EXTREME.test(function) && !isOwn(value) && readsMembers(select)) {
            faults.add(function + "() over members");
        }
        if (function.equals("sum") && !isOwn(value) && readsMembers(select)
                && value.parts().anyMatch(part -> isRate(part, true))) {
            faults.add("a sum of the rates of members");
        }
        // a number of members over another is a share of them
        if (RATIO.test(function) && value.parts().skip(1).limit(1).anyMatch(this::counts)
                && !value.parts().limit(1).allMatch(this::counts)) {
            faults.add("a mean over members");
        }
        value.parts().forEach(this::follow);
    }

    /** Whether a value has a rate of each row; {@code ofMembers} if the rows are of members. */
    private boolean isRate(Value value, boolean ofMembers) {
        boolean constant = value.parts().skip(1).limit(1).allMatch(part -> part.type().equals("CONSTANT"));
        return (ofMembers && !constant && RATIO.test(value.function())) || value.parts().anyMatch(part ->
                isRate(part, value.type().equals("COLUMN_REF") ? hasMembers(part.select()) : ofMembers));
    }

    private boolean counts(Value value) {
        return (COUNT.test(value.function()) && !isOwn(value) && readsMembers(value.select()))
                || value.parts().anyMatch(this::counts);
    }

    private boolean readsMembers(Select select) {
        return !isOwn(select) && select.from().stream().anyMatch(this::hasMembers);
    }

    private boolean hasMembers(Source source) {
        return source.query() == null ? isFarmers(source.table()) && !MADE_ONCE.contains(source.table())
                : source.query().selects().stream().anyMatch(this::hasMembers);
    }

    /** Whether each row of a SELECT is of one member. */
    private boolean hasMembers(Select select) {
        boolean grouped = select.groups().findAny().isPresent() || select.items().anyMatch(FigureRules::isAggregate);
        return readsMembers(select) && (!grouped
                || select.groups().anyMatch(group -> MEMBER.contains(QueryTree.name(group.expression()))));
    }

    /** The tables and views with present rows of others that a SELECT reads. */
    private Stream<String> present(Select select) {
        return isOwn(select) ? Stream.empty() : select.from().stream().flatMap(source -> source.query() == null
                ? Stream.of(source.table()).filter(this::isPresent)
                : source.query().selects().stream().flatMap(this::present));
    }

    private boolean isPresent(String table) {
        return isFarmers(table) && !MADE_ONCE.contains(table) && !RELEASED.contains(table)
                && LedgerTables.all().stream().noneMatch(ledger -> ledger.name().equals(table));
    }

    private boolean isFarmers(String table) {
        return farmers.names().contains(table) && !SUMMED.contains(table);
    }

    private static boolean isOwn(Select select) {
        return QueryTree.requires(select.node().path("where_clause"), FigureRules::isOwnOrAll);
    }

    private static boolean isOwn(Value aggregate) {
        return QueryTree.requires(aggregate.expression().path("filter"), FigureRules::isOwnOrAll);
    }

    /** Whether a condition holds for the caller's own rows alone, or for callers who see everything. */
    private static boolean isOwnOrAll(JsonNode condition) {
        return condition.path("type").asText().equals("COMPARE_EQUAL")
                ? Stream.of("left", "right")
                        .anyMatch(side -> OWN.contains(condition.path(side).path("identifier").asText()))
                : condition.path("identifier").asText(condition.path("function_name").asText(QueryTree.name(condition)))
                        .matches("sees_all|is_own");
    }

    private static boolean isAggregate(Value value) {
        return value.type().equals("FUNCTION")
                && (EXTREME.or(COUNT).test(value.function()) || value.function().equals("sum"));
    }
}
