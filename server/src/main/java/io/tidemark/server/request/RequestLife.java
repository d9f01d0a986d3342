package io.tidemark.server.request;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.DataBody;
import io.tidemark.server.answer.RequestId;
import io.tidemark.server.identity.Caller;
import io.tidemark.server.identity.ClientSecrets;
import io.tidemark.server.parameter.ParameterReader;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.QueryRunner;
import io.tidemark.server.query.RowData;
import io.tidemark.server.query.ServedSnapshot;
import io.tidemark.server.query.SnapshotFollower;
import io.tidemark.server.route.Paging;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.RouteContract;
import java.time.Clock;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The whole life of a data request, from top to bottom: identify, match, read, admit, recognise, ask, answer. Each step
 * refuses by throwing an {@link ApiException}; one writer turns those into responses. Thread-safe.
 */
public final class RequestLife implements Handler {

    private static final HeaderName SNAPSHOT_ID = HeaderNames.create("X-Snapshot-Id");
    private static final HeaderName CLIENT_SECRET = HeaderNames.create("x-client-secret");
    private static final HeaderName SERVER_TIMING = HeaderNames.create("Server-Timing");

    private final RouteCatalog catalog;
    private final Function<ServerRequest, Caller> identify;
    private final ClientSecrets clientSecrets;
    private final SnapshotFollower snapshots;
    private final QueryRunner queries;
    private final Supplier<LocalDate> today;
    private final EnvelopeMetadata metadata;

    /**
     * Puts the parts together.
     *
     * @param identify      who sends a request; throws 401
     * @param clientSecrets whether an x-client-secret is the caller's
     * @param today         the current day in Norway
     * @param time          what the time of an answer is read from
     */
    public RequestLife(RouteCatalog catalog, Function<ServerRequest, Caller> identify, ClientSecrets clientSecrets,
            SnapshotFollower snapshots, QueryRunner queries, Supplier<LocalDate> today, Clock time) {
        this.catalog = catalog;
        this.identify = identify;
        this.clientSecrets = clientSecrets;
        this.snapshots = snapshots;
        this.queries = queries;
        this.today = today;
        this.metadata = new EnvelopeMetadata(time);
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        StepClock clock = new StepClock();
        Caller caller = identify.apply(request);
        clock.ended("identify");
        RouteCatalog.Match match = match(request);
        RouteContract route = match.route();
        clock.ended("match");
        // what a caller may not have at all is refused before its parameters are looked at
        Admission.toRoute(caller, route);
        try (ServedSnapshot.Lease lease = snapshots.lease()) {
            ServedSnapshot snapshot = lease.snapshot();
            Admission.toSnapshot(caller, snapshot);
            Admission.toTier(caller, snapshot, clientSecrets, clientSecret(request));
            clock.ended("admit");
            LocalDate day = today.get();
            RequestValues asked = ParameterReader.read(route, QueryString.parse(request.prologue().query().rawValue()),
                    match.pathValues(), snapshot.areas(), day, snapshot.dataEnd());
            clock.ended("read");
            Admission.toValues(caller, route, asked, snapshot);
            clock.ended("admit");
            Map<String, @Nullable Object> values = new HashMap<>(CallerView.values(caller, snapshot, day));
            values.putAll(asked.sql());
            values.putAll(route.query().constants());
            String tag = EntityTag.of(snapshot.id(), route, values,
                    asked.offset() + " " + asked.limit() + " " + asked.excludeSelf());
            response.headers().set(HeaderNames.ETAG, tag).set(SNAPSHOT_ID, snapshot.id());
            response.headers().set(HeaderNames.CACHE_CONTROL, "private, no-cache");
            boolean known = request.headers().first(HeaderNames.IF_NONE_MATCH).filter(h -> EntityTag.matches(h, tag)).isPresent();
            clock.ended("recognise");
            if (known) {
                send(response, clock, Status.NOT_MODIFIED_304, null);
                return;
            }
            RowData rows = queries.run(snapshot, route, values);
            boolean empty = rows.size() == 0 && isEmptyWhateverPage(snapshot, route, values, asked);
            clock.ended("ask");
            answer(request, response, clock, caller, snapshot, route, asked, rows, empty);
        }
    }

    /** With two headers a proxy and this server could each believe another one, so that is none. */
    private static @Nullable String clientSecret(ServerRequest request) {
        if (!request.headers().contains(CLIENT_SECRET)) {
            return null;
        }
        List<String> sent = request.headers().get(CLIENT_SECRET).allValues();
        return sent.size() == 1 ? sent.getFirst() : "";
    }

    private RouteCatalog.Match match(ServerRequest request) {
        String path = request.path().path();
        RouteCatalog.Match match = catalog.match(path)
                .orElseThrow(() -> new ApiException.NotFound("There is no route " + path));
        if (!request.prologue().method().equals(Method.GET)) {
            throw new ApiException.MethodNotAllowed("GET");
        }
        if (!request.headers().isAccepted(MediaTypes.APPLICATION_JSON)) {
            throw new ApiException.NotAcceptable("This route answers with application/json");
        }
        return match;
    }

    /** A page past the end is an empty list; only filters that no row passes are an empty answer. */
    private boolean isEmptyWhateverPage(ServedSnapshot snapshot, RouteContract route, Map<String, @Nullable Object> values,
            RequestValues asked) {
        if (route.paging() != Paging.PAGES || asked.offset() == 0) {
            return true;
        }
        Map<String, @Nullable Object> firstRow = new HashMap<>(values);
        firstRow.put("offset", 0);
        firstRow.put("row_limit", 1);
        return queries.run(snapshot, route, firstRow).size() == 0;
    }

    private void answer(ServerRequest request, ServerResponse response, StepClock clock, Caller caller,
            ServedSnapshot snapshot, RouteContract route, RequestValues asked, RowData rows, boolean empty) {
        if (empty && route.single()) {
            throw new ApiException.NotFound("There is no such record");
        }
        if (empty && route.family().empty() == Status.NO_CONTENT_204.code()) {
            send(response, clock, Status.NO_CONTENT_204, null);
            return;
        }
        boolean pages = route.paging() == Paging.PAGES;
        DataBody.Page page = route.paging() == Paging.NONE ? null
                : new DataBody.Page(asked.offset(), asked.limit(), pages && rows.size() > asked.limit());
        RowData shown = pages ? rows.first(asked.limit()) : rows;
        byte[] body = DataBody.json(route, shown, page,
                metadata.of(route, asked, RequestId.of(request), CallerView.group(caller, snapshot), shown));
        clock.ended("answer");
        response.headers().set(HeaderValues.CONTENT_TYPE_JSON);
        send(response, clock, Status.OK_200, body);
    }

    private static void send(ServerResponse response, StepClock clock, Status status, byte @Nullable [] body) {
        response.headers().set(SERVER_TIMING, clock.header());
        response.status(status);
        if (body == null) {
            response.send();
        } else {
            response.send(body);
        }
    }
}
