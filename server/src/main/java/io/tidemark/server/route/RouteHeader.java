package io.tidemark.server.route;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.server.route.contract.CompleteMonths;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.LookBack;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RowPeriod;
import io.tidemark.server.sql.Conditions;
import io.tidemark.server.sql.LineTemplate;
import io.tidemark.server.sql.PieceUse;
import io.tidemark.server.sql.RowColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The header of a route file as written; {@link RouteCompiler} and {@link SameQueryRoute} make the contract from it.
 *
 * @param summary    a description in one line
 * @param isNot      a note on what the figures do not mean, one or two sentences; with same_as, the other file's if
 *                   absent
 * @param family     name in families.yaml
 * @param sameAs     the file whose query this route shares; it then has no SQL, family or fields of its own
 * @param set        constants of the SQL: boolean, integer or text
 * @param let        conditions of the SQL by name
 * @param without    fields of the shared query that this route leaves out
 * @param period     period of the rows; days if absent
 * @param window     the window of a route without dates
 * @param lookBack   the time before its window that the route reads
 * @param slice      the column with a day of a row's period, if rows do not depend on the window
 * @param paging     {@code single} if all rows come on one page; else the parameters decide
 * @param access     the admitted callers; all if absent
 * @param confidentiality how it keeps farmers' figures confidential; required if it reads them
 * @param internal   whether the public description omits it
 * @param single     whether data is one object
 * @param order      the rows' order, for readers
 * @param takes      parameters that the family offers and this route has
 * @param withoutParameters parameters of the family that this route does not have
 * @param parameters the route's own parameters; they stand over the family's of the same name, or over constants of the
 *                   file that same_as names
 * @param rows       columns that identify a row of the response, for shared pieces
 * @param sums       requested sums of stock from shared pieces
 * @param losses     requested sums of losses by cause
 * @param with       shared pieces that are inserted before the query
 * @param each       lists of values for which lines and fields with a placeholder are repeated
 * @param fields     the fields of a record
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record RouteHeader(String summary, @Nullable String isNot, @Nullable String family, @Nullable String sameAs,
        SequencedMap<String, Object> set, SequencedMap<String, String> let, List<String> without,
        @Nullable RowPeriod period, @Nullable CompleteMonths window, @Nullable LookBack lookBack,
        @Nullable String slice, @Nullable Paging paging, RouteAccess access,
        @Nullable Confidentiality confidentiality, boolean internal, boolean single, @Nullable String order,
        List<String> takes, List<String> withoutParameters, SequencedMap<String, ParameterEntry> parameters,
        @Nullable List<RowColumn> rows, @Nullable List<String> sums, @Nullable List<String> losses,
        List<PieceUse> with, SequencedMap<String, List<String>> each, SequencedMap<String, HeaderField> fields) {

    RouteHeader {
        if (isNot != null && !isNot.strip().endsWith(".")) {
            throw new IllegalArgumentException("is_not is one or two sentences, with a full stop");
        }
        set = new LinkedHashMap<>(set == null ? Map.of() : set);
        let = new LinkedHashMap<>(let == null ? Map.of() : let);
        access = access == null ? RouteAccess.ALL : access;
        takes = takes == null ? List.of() : List.copyOf(takes);
        without = without == null ? List.of() : List.copyOf(without);
        withoutParameters = withoutParameters == null ? List.of() : List.copyOf(withoutParameters);
        with = with == null ? List.of() : List.copyOf(with);
        each = new LinkedHashMap<>(each == null ? Map.of() : each);
        parameters = ParameterEntry.of(parameters);
        fields = new LinkedHashMap<>(fields == null ? Map.of() : fields);
        if (sameAs == null) {
            if (summary == null || summary.isBlank() || family == null || fields.isEmpty()) {
                throw new IllegalArgumentException("a header needs summary, family and fields");
            }
            if (!without.isEmpty()) {
                throw new IllegalArgumentException("without belongs to a file with same_as");
            }
        } else {
            if (summary == null || summary.isBlank()) {
                throw new IllegalArgumentException("a header needs a summary");
            }
            if (family != null || period != null || slice != null || !takes.isEmpty() || !fields.isEmpty()
                    || !with.isEmpty() || !let.isEmpty()) {
                throw new IllegalArgumentException("family, period, slice, takes, with, let and fields are those of "
                        + "the file that same_as names; without leaves fields out");
            }
        }
        set.forEach((name, value) -> {
            if (!(value instanceof Boolean || value instanceof Integer || value instanceof String)) {
                throw new IllegalArgumentException("set gives " + name
                        + " a value that is not true, false, a whole number or text");
            }
        });
    }

    /** The values of the header's placeholders. */
    LineTemplate template() {
        return new LineTemplate(Map.of(), each);
    }

    /** The conditions that stand for names in the SQL. */
    Conditions conditions() {
        return new Conditions(let);
    }

    /** The default arguments of shared pieces. */
    PieceUse defaults() {
        return new PieceUse("", null, rows, null, sums, losses, Map.of());
    }
}
