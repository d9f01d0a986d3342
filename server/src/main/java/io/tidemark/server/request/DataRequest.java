package io.tidemark.server.request;

import io.tidemark.server.answer.AnswerReader;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.answer.RouteAnswer;
import io.tidemark.server.answer.RowPage;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.parameter.ParameterReader;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed request.
 *
 * @param route  the route
 * @param asked  its parameters
 * @param values everything that the SQL may use
 */
record DataRequest(RouteContract route, RequestValues asked, Map<String, @Nullable Object> values) {

    /**
     * Reads the parameters.
     *
     * @param query query parameters, each with all its values
     * @throws io.tidemark.server.http.ApiException.BadRequest with every fault
     */
    static DataRequest read(RouteCatalog.Match match, Map<String, List<String>> query, Caller caller, ServedSnapshot snapshot,
            LocalDate today) {
        RouteContract route = match.route();
        RequestValues asked = ParameterReader.read(route, query, match.pathValues(), snapshot.areas(), today, snapshot.completeThrough());
        return new DataRequest(route, asked, CallerView.values(route, asked, caller, snapshot, today));
    }

    /** The question for an answer in JSON. */
    QueryRequest<RouteAnswer.Json> json(String tag, String caller, int maxRows) {
        RowPage page = RowPage.of(route, asked, false, maxRows);
        AnswerReader reader = new AnswerReader(route, page);
        return new QueryRequest<>(tag, caller, route, AnswerFormat.JSON.wireName(), page.values(values), reader::json, true);
    }

    /**
     * The question for an answer in another format. It may become a file, which belongs to one request, so the query is not shared; the
     * caller's permit is held until the file is sent.
     * @param folder for answers too large for memory
     */
    QueryRequest<RouteAnswer.Whole> whole(String tag, String caller, ResponseOptions shape, int maxRows, Path folder) {
        RowPage page = RowPage.of(route, asked, shape.wholeList(), maxRows);
        AnswerReader reader = new AnswerReader(route, page);
        return new QueryRequest<>(tag + " " + shape.coding().wireName(), caller, route, shape.shape().format().wireName(), page.values(values),
                rows -> reader.whole(rows, shape, folder), false);
    }

    /** The question for a page of rows with a given writer. */
    QueryRequest<RouteAnswer.Whole> written(String tag, String caller, int maxRows, Path folder, RowWriter.Maker writer) {
        RowPage page = RowPage.of(route, asked, false, maxRows);
        AnswerReader reader = new AnswerReader(route, page);
        return new QueryRequest<>(tag, caller, route, "table", page.values(values),
                rows -> reader.written(rows, ContentCoding.IDENTITY, folder, writer), false);
    }
}
