package io.tidemark.server.request;

import io.tidemark.server.answer.EnvelopeMetadata;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.answer.RouteAnswer;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.query.QueryResult;
import io.tidemark.server.query.QueryWait;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A query of a route without HTTP. Access, parameters, rows and formats are those of {@link DataRequestHandler}; there
 * is no client secret, no time limit and no row limit. For one use.
 *
 * @param match  the route
 * @param query  its parameters as in a URL, each with all its values
 * @param caller the assumed caller
 * @param today  the current day in Norway
 */
public record LocalQuery(RouteCatalog.Match match, Map<String, List<String>> query, Caller caller, LocalDate today) {

    /** Whoever runs a command may wait and read as long as he likes. */
    public static final Terms NO_LIMITS = new Terms(Duration.ofDays(1), () -> false, Integer.MAX_VALUE - 1, null);

    /**
     * The limits of a query.
     *
     * @param time    until its answer is ready
     * @param isGone  whether nobody waits for the answer any more
     * @param maxRows rows of a whole list
     * @param access  receives what the log of data accesses says; null for none
     */
    public record Terms(Duration time, BooleanSupplier isGone, int maxRows, @Nullable DataAccess access) {}

    /**
     * The result.
     *
     * @param rows    the number of rows written
     * @param hasMore whether another page follows
     */
    public record Answered(long rows, boolean hasMore) {}

    /** Refuses with 403 a route that the caller may not use, before a snapshot is opened. */
    public void admit() {
        Admission.toRoute(caller, match.route());
    }

    /**
     * Runs the query.
     *
     * @param catalog  the catalog of the snapshot
     * @param folder   for answers that are too large for memory
     * @param table    writes the rows; null for the format that the query names
     * @param out      receives the complete answer
     * @throws ApiException as over HTTP
     */
    public Answered ask(RouteCatalog catalog, ServedSnapshot snapshot, Path folder, RowWriter.@Nullable Maker table,
            OutputStream out) throws IOException {
        return ask(catalog, snapshot, NO_LIMITS, folder, table, out);
    }

    /** Runs the query within limits. */
    public Answered ask(RouteCatalog catalog, ServedSnapshot snapshot, Terms terms, Path folder,
            RowWriter.@Nullable Maker table, OutputStream out) throws IOException {
        ResponseOptions options = ResponseOptions.take(query);
        Admission.toSnapshot(caller, snapshot);
        DataRequest read = DataRequest.read(catalog, match, query, options, caller, snapshot, today);
        Admission.toValues(caller, match.route(), read.asked(), snapshot);
        if (terms.access != null) {
            terms.access.asks(read.asked().sql(), snapshot.id());
        }
        DataRequest.Terms limits = new DataRequest.Terms(caller.subject(), terms.maxRows,
                QueryWait.start(terms.time, terms.isGone));
        Answered answered = ask(read, snapshot, limits, folder, table, out);
        if (terms.access != null) {
            terms.access.found(answered.rows);
        }
        return answered;
    }

    /** The answer in memory, in the format of the query; throws {@link ApiException} as over HTTP. */
    public byte[] bytes(RouteCatalog catalog, ServedSnapshot snapshot, Terms terms, Path folder) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            ask(catalog, snapshot, terms, folder, null, answer);
            return answer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("an answer in memory could not be written", e);
        }
    }

    private Answered ask(DataRequest read, ServedSnapshot snapshot, DataRequest.Terms terms, Path folder,
            RowWriter.@Nullable Maker table, OutputStream out) throws IOException {
        ResponseOptions options = read.options();
        if (table == null && read.format() == AnswerFormat.JSON) {
            RouteAnswer.Json answer = read.json(snapshot, terms).answer();
            out.write(answer.body(options.coding()).with(new EnvelopeMetadata(Clock.systemUTC())
                    .tail(match.route(), read.asked(),
                    UUID.randomUUID().toString(), CallerView.group(caller, snapshot), answer,
                    answer.read().isHidden() ? HiddenBenchmark.of(read.asked(), snapshot).metadata(caller.isAdmin())
                            : Map.of())));
            return new Answered(answer.rows(), answer.read().hasMore());
        }
        try (QueryResult<RouteAnswer.Whole> result = table == null ? read.whole(snapshot, terms, folder)
                : read.written(snapshot, terms, folder, table)) {
            RouteAnswer.Whole answer = result.answer();
            try {
                send(answer, out);
                return new Answered(answer.rows(), answer.read().hasMore());
            } finally {
                answer.discard();
            }
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
