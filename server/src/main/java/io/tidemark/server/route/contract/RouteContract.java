package io.tidemark.server.route.contract;

import io.tidemark.server.sql.NamedSql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The contract of a route: its path, the promises in its file's header, and its SQL.
 *
 * @param path       URL path, such as {@code /v3/common/site/{site_id}}
 * @param file       the file's name, for messages
 * @param summary    a description in one line
 * @param isNot      a note on what its figures do not mean, in whole sentences
 * @param family     the shared part of its family
 * @param period     period of its rows
 * @param window     its window, if it has no dates
 * @param lookBack   the time before its window that it reads
 * @param slice      the column with a day of a row's period, by which rows of all time can be cut to a window; null if
 *                   a row may depend on the window
 * @param paging     its paging
 * @param access     the admitted callers
 * @param confidentiality how it keeps farmers' figures confidential
 * @param internal   whether the public description omits it
 * @param single     whether {@code data} is one object; without a row the answer is 404
 * @param parameters all request parameters by name: the family's, overridden by the file's own
 * @param fields     fields of a record, in order
 * @param query      its query
 */
public record RouteContract(String path, String file, String summary, @Nullable String isNot, Family family,
        RowPeriod period,
        @Nullable CompleteMonths window, LookBack lookBack, @Nullable String slice, Paging paging, RouteAccess access,
        Confidentiality confidentiality,
        boolean internal, boolean single, SequencedMap<String, ParameterContract> parameters,
        List<FieldContract> fields, RouteQuery query) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)\\}");

    /** Copies the list. */
    public RouteContract {
        fields = List.copyOf(fields);
    }

    /** This route with other values for those of these constants that its file sets. */
    public RouteContract withConstants(Map<String, Object> others) {
        Map<String, Object> known = new TreeMap<>(others);
        known.keySet().retainAll(query.constants().keySet());
        return known.isEmpty() ? this : new RouteContract(path, file, summary, isNot, family, period, window, lookBack,
                slice, paging, access,
                confidentiality, internal, single, parameters, fields, query.with(known, Set.of(), fields));
    }

    /** The text of the query. */
    public NamedSql sql() {
        return query.sql();
    }

    /** The index of a field's first column among the shown ones; -1 for an unknown field. */
    public int columnOf(String field) {
        int column = 0;
        for (FieldContract each : fields) {
            if (each.name().equals(field)) {
                return column;
            }
            column += each.columns();
        }
        return -1;
    }

    /** The names of the path's variable parts, in order. */
    public List<String> pathParameters() {
        List<String> names = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(path);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
