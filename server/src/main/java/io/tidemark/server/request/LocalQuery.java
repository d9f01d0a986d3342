package io.tidemark.server.request;

import io.tidemark.server.answer.EntityTag;
import io.tidemark.server.answer.EnvelopeMetadata;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.answer.RouteAnswer;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.DataBody;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.query.QueryRequest;
import io.tidemark.server.query.QueryResult;
import io.tidemark.server.query.QueryWait;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A query of a route without HTTP. Access, parameters, rows and formats are those of {@link DataRequestHandler}; there is no client secret, no
 * time limit and no row limit. One use.
 * @param match  the route
 * @param query  its parameters as in a URL, each with all its values
 * @param caller the assumed caller
 * @param today  the current day in Norway
 */
public record LocalQuery(RouteCatalog.Match match, Map<String, List<String>> query, Caller caller, LocalDate today) {

    private static final Duration PATIENCE = Duration.ofDays(1);
    private static final int NO_LIMIT = Integer.MAX_VALUE - 1;

    /**
     * The result.
     * @param rows    rows written
     * @param hasMore whether another page follows
     */
    public record Answered(long rows, boolean hasMore) {}

    /** Refuses with 403 a route that the caller may not use, before a snapshot is opened. */
    public void admit() {
        Admission.toRoute(caller, match.route());
    }

    /**
     * Runs it.
     * @param catalog  the catalog of the snapshot
     * @param folder   for answers that are too large for memory
     * @param table    writes the rows; null for the format that the query names
     * @param out      receives the complete answer
     * @throws ApiException as over HTTP
     */
    public Answered ask(RouteCatalog catalog, ServedSnapshot snapshot, Path folder, RowWriter.@Nullable Maker table, OutputStream out)
            throws IOException {
        RouteContract route = match.route();
        ResponseOptions shape = ResponseOptions.take(query);
        Admission.toSnapshot(caller, snapshot);
        DataRequest inquiry = DataRequest.read(match, query, caller, snapshot, today);
        Admission.toValues(caller, route, inquiry.asked(), snapshot);
        String tag = EntityTag.of(catalog).of(snapshot.id(), route, inquiry.values(), inquiry.asked(), shape);
        QueryWait waiting = QueryWait.start(PATIENCE, () -> false);
        if (table == null && shape.shape().format() == AnswerFormat.JSON) {
            RouteAnswer.Json answer = snapshot.engine().ask(inquiry.json(tag, caller.subject(), NO_LIMIT), RouteAnswer.Json.class, waiting)
                    .answer();
            mustBeThere(route, answer);
            out.write(answer.body(shape.coding()).with(DataBody.tail(route.family().envelope(), new EnvelopeMetadata(Clock.systemUTC())
                    .of(route, inquiry.asked(), UUID.randomUUID().toString(), CallerView.group(caller, snapshot), answer.newest()))));
            return new Answered(answer.rows(), answer.hasMore());
        }
        QueryRequest<RouteAnswer.Whole> question = table == null ? inquiry.whole(tag, caller.subject(), shape, NO_LIMIT, folder)
                : inquiry.written(tag, caller.subject(), NO_LIMIT, folder, table);
        try (QueryResult<RouteAnswer.Whole> got = snapshot.engine().ask(question, RouteAnswer.Whole.class, waiting)) {
            RouteAnswer.Whole answer = got.answer();
            try {
                mustBeThere(route, answer);
                send(answer, out);
                return new Answered(answer.rows(), answer.hasMore());
            } finally {
                answer.discard();
            }
        }
    }

    private static void mustBeThere(RouteContract route, RouteAnswer answer) {
        if (route.single() && !answer.any()) {
            throw new ApiException.NotFound("There is no such record");
        }
    }

    private static void send(RouteAnswer.Whole answer, OutputStream out) throws IOException {
        byte[] content = answer.content();
        Path file = answer.file();
        if (content != null) {
            out.write(content);
        } else if (file != null) {
            Files.copy(file, out);
        }
    }
}
