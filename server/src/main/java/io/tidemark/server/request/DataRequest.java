package io.tidemark.server.request;

import io.tidemark.server.answer.AllPeriods;
import io.tidemark.server.answer.AnswerReader;
import io.tidemark.server.answer.EntityTag;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.answer.RouteAnswer;
import io.tidemark.server.answer.RowPage;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.parameter.ParameterReader;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.query.QueryResult;
import io.tidemark.server.query.QueryWait;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A data request whose parameters were read. HTTP, the command line and
 * the cache warmer all get a route's rows in this way.
 *
 * @param route   the route
 * @param asked   its parameters
 * @param values  everything that the SQL may use
 * @param options format, coding and snapshot
 * @param tag     the entity tag of the answer
 * @param allPeriods the combination whose rows of all periods it can be cut out of; null for none
 */
record DataRequest(RouteContract route, RequestValues asked, Map<String, @Nullable Object> values,
        ResponseOptions options, String tag, @Nullable AllPeriods allPeriods) {

    /**
     * The caller and the limits of a query.
     *
     * @param caller  the caller whose limits count
     * @param maxRows the most rows of a whole list
     * @param waiting how long the request waits
     */
    record Terms(String caller, int maxRows, QueryWait waiting) {}

    /**
     * Reads the parameters.
     *
     * @param query query parameters, each with all its values, without those of the options
     * @throws io.tidemark.server.http.ApiException.BadRequest with every fault
     */
    static DataRequest read(RouteCatalog catalog, RouteCatalog.Match match, Map<String, List<String>> query,
            ResponseOptions options, Caller caller, ServedSnapshot snapshot, LocalDate today) {
        RouteContract route = match.route();
        RequestValues asked = ParameterReader.read(route, query, match.pathValues(), snapshot.areas(), today,
                snapshot.completeThrough());
        Map<String, @Nullable Object> values = CallerView.values(route, asked, caller, snapshot, today);
        return new DataRequest(route, asked, values, options,
                EntityTag.of(catalog, snapshot.id(), route, values, asked, options),
                AllPeriods.of(catalog, snapshot.id(), route, values, asked, options.shape()));
    }

    /** The format of the answer. */
    AnswerFormat format() {
        return options.shape().format();
    }

    /**
     * Runs the query, for an answer in JSON.
     *
     * @throws ApiException.NotFound on routes that answer with one record, if there is none
     * @throws ApiException          as {@link io.tidemark.server.query.QueryEngine#ask} does
     */
    QueryResult<RouteAnswer.Json> json(ServedSnapshot snapshot, Terms terms) {
        return ask(snapshot, terms, RouteAnswer.Json.class, jsonQuery(terms.caller(), terms.maxRows()));
    }

    private QueryRequest<RouteAnswer.Json> jsonQuery(String caller, int maxRows) {
        RowPage page = RowPage.of(route, asked, false, maxRows);
        return new QueryRequest<>(tag, caller, route, AnswerFormat.JSON.wireName(), page.values(values),
                new AnswerReader(route, page)::json, true, allPeriods == null ? null : allPeriods.json(page));
    }

    /** Makes the answer and the slice of its combination, for later requests. */
    void prepare(ServedSnapshot snapshot, int maxRows) {
        snapshot.engine().prepare(jsonQuery("", maxRows), RouteAnswer.Json.class);
    }

    /**
     * Runs the query, for an answer in another format. It may become a file, which belongs to one request, so the query
     * is not shared; the caller's permit is held until the result is closed.
     *
     * @param folder for answers too large for memory
     * @throws ApiException as {@link #json} does
     */
    QueryResult<RouteAnswer.Whole> whole(ServedSnapshot snapshot, Terms terms, Path folder) {
        RowPage page = RowPage.of(route, asked, options.wholeList(), terms.maxRows());
        AnswerReader reader = new AnswerReader(route, page);
        return ask(snapshot, terms, RouteAnswer.Whole.class,
                new QueryRequest<>(tag + " " + options.coding().wireName(), terms.caller(), route,
                format().wireName(), page.values(values), rows -> reader.whole(rows, options, folder), false,
                allPeriods == null ? null : allPeriods.whole(page, options.coding())));
    }

    /** Runs the query, for a page of rows by a given writer. */
    QueryResult<RouteAnswer.Whole> written(ServedSnapshot snapshot, Terms terms, Path folder, RowWriter.Maker writer) {
        RowPage page = RowPage.of(route, asked, false, terms.maxRows());
        AnswerReader reader = new AnswerReader(route, page);
        return ask(snapshot, terms, RouteAnswer.Whole.class,
                new QueryRequest<>(tag, terms.caller(), route, "table", page.values(values),
                rows -> reader.written(rows, ContentCoding.IDENTITY, folder, writer), false, null));
    }

    private <A extends RouteAnswer> QueryResult<A> ask(ServedSnapshot snapshot, Terms terms, Class<A> type,
            QueryRequest<A> query) {
        QueryResult<A> result = snapshot.engine().ask(query, type, terms.waiting());
        if (route.single() && !result.answer().read().any()) {
            try (result) {
                result.answer().discard();
            }
            throw new ApiException.NotFound("There is no such record");
        }
        return result;
    }
}
