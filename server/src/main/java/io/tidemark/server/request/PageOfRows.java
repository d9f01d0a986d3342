package io.tidemark.server.request;

import io.tidemark.server.answer.ApiException;
import io.tidemark.server.format.DataBody;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.Rows;
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
 * Which rows of a route's list a request gets. The rows before the page are read and passed over, so that one query tells a page past
 * the end, which is an empty list, from filters that no row passes.
 *
 * @param paging how the route's answers come in pages
 * @param skipped rows to pass over
 * @param limit  rows to show at most
 * @param whole  whether more rows than the limit are too many, not another page
 * @param asked  the page as it was asked for
 */
record PageOfRows(Paging paging, int skipped, int limit, boolean whole, RequestValues asked) {

    /** What came of the rows. */
    record Read(long rows, boolean any, boolean hasMore) {}

    /** Takes a row. */
    @FunctionalInterface
    interface Sink {
        void take(List<@Nullable Object> row) throws IOException;
    }

    /**
     * Of a request.
     *
     * @param wholeList whether it asks for all rows
     * @param maxRows   rows that it then gets at most
     */
    static PageOfRows of(RouteContract route, RequestValues asked, boolean wholeList, int maxRows) {
        boolean pages = route.paging() == Paging.PAGES;
        return new PageOfRows(route.paging(), pages ? asked.offset() : 0, pages && !wholeList ? asked.limit() : maxRows,
                !pages || wholeList, asked);
    }

    /** The values with those of the page. */
    Map<String, @Nullable Object> values(Map<String, @Nullable Object> values) {
        Map<String, @Nullable Object> paged = new HashMap<>(values);
        if (paging == Paging.PAGES) {
            paged.put("offset", 0);
            paged.put("row_limit", (int) Math.min(Integer.MAX_VALUE, (long) skipped + limit + 1));
        }
        return paged;
    }

    /**
     * Hands the page's rows on.
     *
     * @throws ApiException.BadRequest when there are more than a whole list may have
     */
    Read read(Rows rows, Sink sink) throws SQLException, IOException {
        boolean any = rows.skip(skipped) > 0;
        long shown = 0;
        for (List<@Nullable Object> row = rows.next(); row != null; row = rows.next()) {
            any = true;
            if (shown == limit) {
                if (whole) {
                    throw tooMany();
                }
                return new Read(shown, true, true);
            }
            sink.take(row);
            shown++;
        }
        return new Read(shown, any, false);
    }

    private ApiException tooMany() {
        return new ApiException.BadRequest(List.of(new ApiException.Detail("limit", null, String.format(Locale.ROOT,
                "the answer has more than %,d rows: ask for a shorter window or fewer areas, or say limit and offset", limit))));
    }

    /** What the answer says of it; null on routes without pages. */
    DataBody.@Nullable Page page(boolean hasMore) {
        return paging == Paging.NONE ? null : new DataBody.Page(asked.offset(), asked.limit(), hasMore);
    }
}
