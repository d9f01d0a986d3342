package io.tidemark.server.answer;

import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.AnswerShape;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.query.ResultCache;
import io.tidemark.server.query.SliceRequest;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's combination: everything but its window and page. The answer for each window can be cut out of the
 * combination's {@link PeriodRows}.
 *
 * @param route  the route
 * @param key    the key of the combination
 * @param shape  the form of its lines: CSV, or NDJSON for JSON too
 * @param values the SQL's values for all periods
 * @param window the window of the request
 */
public record AllPeriods(RouteContract route, String key, AnswerShape shape, Map<String, @Nullable Object> values,
        PeriodRows.Window window) {

    /** The values that a combination leaves open. */
    static final List<String> NAMES = List.of("first_day", "last_day", "read_from", "offset", "row_limit");

    private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
    private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

    /**
     * The combination of a request; null on routes whose rows may depend on the window,
     * and for formats that are not lines.
     *
     * @param values everything that the SQL may use
     */
    public static @Nullable AllPeriods of(RouteCatalog catalog, String snapshotId, RouteContract route,
            Map<String, @Nullable Object> values, RequestValues asked, AnswerShape wanted) {
        if (route.slice() == null || wanted.format() == AnswerFormat.PARQUET
                || !(asked.sql().get("first_day") instanceof LocalDate first)
                || !(asked.sql().get("last_day") instanceof LocalDate last)) {
            return null;
        }
        AnswerShape shape = wanted.format() == AnswerFormat.CSV ? wanted : new AnswerShape(AnswerFormat.NDJSON, false);
        Map<String, @Nullable Object> all = new HashMap<>(values);
        all.put("first_day", FIRST);
        all.put("last_day", LAST);
        all.put("read_from", FIRST);
        all.put("offset", 0);
        all.put("row_limit", Integer.MAX_VALUE);
        String key = EntityTag.ofAllPeriods(catalog, snapshotId, route, values, shape);
        return new AllPeriods(route, key, shape, all, new PeriodRows.Window(first, last));
    }

    /** How to cut the answer in JSON. */
    public SliceRequest<RouteAnswer.Json, PeriodRows> json(RowPage page) {
        return new SliceRequest<>(key, PeriodRows.class, rows -> rows.json(window, page), this::query,
                (rows, answered) -> verdict(rows, rows.json(window, page), answered));
    }

    /** How to cut the answer in another format. */
    public SliceRequest<RouteAnswer.Whole, PeriodRows> whole(RowPage page, ContentCoding coding) {
        return new SliceRequest<>(key, PeriodRows.class, rows -> rows.whole(window, page, coding), this::query,
                (rows, answered) -> verdict(rows, rows.whole(window, page, coding), answered));
    }

    private QueryRequest<PeriodRows> query() {
        return new QueryRequest<>(key, "", route, "slice", values, rows -> PeriodRows.read(route, rows, shape), true,
                null);
    }

    private SliceRequest.Verdict verdict(PeriodRows rows, @Nullable RouteAnswer cut, ResultCache.Entry answered) {
        if (cut == null) {
            return SliceRequest.Verdict.NOTHING;
        }
        if (!cut.hasSameBytes((RouteAnswer) answered)) {
            return SliceRequest.Verdict.DIFFERENT;
        }
        return cut.rows() > 0 && rows.beginBefore(window) ? SliceRequest.Verdict.SAME : SliceRequest.Verdict.NOTHING;
    }
}
