package io.tidemark.server.route.contract;

import io.tidemark.server.sql.CellTables;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.SqlViews;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of a query for requests that cover all weights. It gives the same rows faster, once its views are held.
 *
 * @param sql   the text
 * @param views the views that it reads instead of the usual ones
 */
public record AllWeights(NamedSql sql, Set<String> views) {

    /** Copies the set. */
    public AllWeights {
        views = Set.copyOf(views);
    }

    /**
     * Whether it suits a request with these values.
     *
     * @param held whether a view is held
     */
    boolean fits(Map<String, ? extends @Nullable Object> values, Predicate<String> held) {
        return Filters.coverAllWeights(values) && views.stream().allMatch(held);
    }

    /** Finds the views in a text. */
    public static AllWeights of(NamedSql sql) {
        return new AllWeights(sql, SqlViews.words(sql.text()).stream().filter(CellTables.ALL_WEIGHTS::isOne)
                .collect(Collectors.toSet()));
    }
}
