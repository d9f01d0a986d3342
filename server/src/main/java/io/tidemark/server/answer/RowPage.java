package io.tidemark.server.answer;

import io.tidemark.server.format.DataBody;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.QueryRows;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of a route's rows that a request gets. The rows before the page are read and skipped, so that one query can
 * distinguish a page past the end, which is an empty list, from filters that no row passes.
 * @param paging the route's paging
 * @param skipped rows to skip
 * @param limit  maximum number of rows to show
 * @param whole  whether more rows than the limit are an error, not another page
 * @param asked  the requested page
 * @param benchmark the columns that have benchmark values
 */
public record RowPage(Paging paging, int skipped, int limit, boolean whole, RequestValues asked,
        BenchmarkColumns benchmark) {

    /**
     * What the rows of an answer are.
     *
     * @param rows     their number
     * @param any      whether any row passes the filters, on this or another page
     * @param hasMore  whether another page follows
     * @param isHidden whether the route has benchmark values, and every one of them is hidden
     */
    public record Read(long rows, boolean any, boolean hasMore, boolean isHidden) {}

    /** Receives the rows. */
    @FunctionalInterface
    interface Sink {
        void take(List<@Nullable Object> row) throws IOException;
    }

    /**
     * The page of a request.
     *
     * @param wholeList whether the request asks for all rows
     * @param maxRows   maximum number of rows in that case
     */
    public static RowPage of(RouteContract route, RequestValues asked, boolean wholeList, int maxRows) {
        boolean pages = route.paging() == Paging.PAGES;
        return new RowPage(route.paging(), pages ? asked.offset() : 0, pages && !wholeList ? asked.limit() : maxRows,
                !pages || wholeList, asked, BenchmarkColumns.of(route));
    }

    /** The values for the SQL, with those of the page. */
    public Map<String, @Nullable Object> values(Map<String, @Nullable Object> values) {
        Map<String, @Nullable Object> paged = new HashMap<>(values);
        if (paging == Paging.PAGES) {
            paged.put("offset", 0);
            paged.put("row_limit", (int) Math.min(Integer.MAX_VALUE, (long) skipped + limit + 1));
        }
        return paged;
    }

    /**
     * Passes the page's rows to the sink.
     *
     * @throws ApiException.BadRequest if a whole list would have too many rows
     */
    Read read(QueryRows rows, Sink sink) throws SQLException, IOException {
        boolean any = rows.skip(skipped) > 0;
        boolean isShown = false;
        long shown = 0;
        for (List<@Nullable Object> row = rows.next(); row != null; row = rows.next()) {
            any = true;
            if (shown == limit) {
                if (whole) {
                    throw tooMany();
                }
                return new Read(shown, true, true, benchmark.areHidden(true, shown, isShown));
            }
            isShown = isShown || benchmark.isShownIn(row);
            sink.take(row);
            shown++;
        }
        return new Read(shown, any, false, benchmark.areHidden(any, shown, isShown));
    }

    /**
     * Refuses a whole list that has too many rows.
     *
     * @param passing rows that pass the filters
     */
    void check(int passing) {
        if (whole && passing - skipped > limit) {
            throw tooMany();
        }
    }

    private ApiException tooMany() {
        return new ApiException.BadRequest(List.of(new ApiException.Detail("limit", null, String.format(Locale.ROOT,
                "the answer has more than %,d rows: ask for a shorter window or fewer areas, or set limit and offset",
                limit))));
    }

    /** The page for the response; null on routes without pages. */
    DataBody.@Nullable Page page(boolean hasMore) {
        return paging == Paging.NONE ? null : new DataBody.Page(asked.offset(), asked.limit(), hasMore);
    }
}
