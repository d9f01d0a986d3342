package io.tidemark.server.request;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.answer.EnvelopeMetadata;
import io.tidemark.server.answer.ResponseOptions;
import io.tidemark.server.answer.RouteAnswer;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ConditionalGet;
import io.tidemark.server.http.QueryString;
import io.tidemark.server.http.listen.ClientPresence;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.ClientSecrets;
import io.tidemark.server.part.Parts;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.query.QueryResult;
import io.tidemark.server.query.QueryWait;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.RouteReloader;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Handles a data request in steps, from top to bottom: identify, match, admit, read, recognise, ask, answer. A step
 * refuses the request by throwing an {@link ApiException}; one writer turns those into responses. Thread-safe.
 */
public final class DataRequestHandler implements Handler {

    /**
     * The limits of one request.
     *
     * @param time    until its answer is ready
     * @param send    until its client has read it
     * @param maxRows rows of a whole list
     * @param answers a folder for answers that are too large for memory
     */
    record Limits(Duration time, Duration send, int maxRows, Path answers) {}

    private static final HeaderName SNAPSHOT_ID = HeaderNames.create("X-Snapshot-Id");
    private static final HeaderName COMPLETE_THROUGH = HeaderNames.create("X-Complete-Through");

    private final Supplier<RouteCatalog> routes;
    private final UnknownPath unknownPath;
    private final Function<ServerRequest, Caller> identify;
    private final ClientSecrets clientSecrets;
    private final SnapshotFollower snapshots;
    private final Limits limits;
    private final Supplier<LocalDate> today;
    private final EnvelopeMetadata metadata;
    private final ParsedRequests known = new ParsedRequests();

    /** Starts to answer. */
    public static void start(Parts parts) {
        DataRequestHandler data = parts.add(new DataRequestHandler(parts));
        parts.paths(routing -> routing.any("/v2/*", data).any("/v3/*", data));
    }

    private DataRequestHandler(Parts parts) {
        ServerConfig.Query query = parts.config().query();
        this.routes = parts.get(RouteReloader.class);
        this.unknownPath = new UnknownPath(routes);
        this.identify = parts.get(CallerLimit.class);
        this.clientSecrets = parts.get(ClientSecrets.class);
        this.snapshots = parts.get(SnapshotFollower.class);
        this.limits = new Limits(query.timeout(), query.send(), query.maxRows(),
                parts.get(QueryResources.class).answers());
        this.today = parts.today();
        this.metadata = new EnvelopeMetadata(parts.clock());
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        StepTimer timer = new StepTimer();
        Caller caller = identify.apply(request);
        timer.ended(StepTimer.Step.IDENTIFY);
        // the same catalog for the whole request: the routes may change meanwhile
        RouteCatalog catalog = routes.get();
        RouteCatalog.Match match = match(catalog, request);
        RouteContract route = match.route();
        timer.ended(StepTimer.Step.MATCH);
        DataAccess access = DataAccess.begin(request, caller.subject(), caller.farmerId(), route.path());
        // access is checked before the parameters are read, apart from those that name the snapshot and the format
        Admission.toRoute(caller, route);
        String raw = QueryString.withoutCacheBuster(request.prologue().query().rawValue());
        Map<String, List<String>> query = QueryString.parse(raw);
        ResponseOptions options = ResponseOptions.take(query, request.headers());
        try (ServedSnapshot.Lease lease = snapshots.lease(options.snapshotId())) {
            ServedSnapshot snapshot = lease.snapshot();
            Admission.toSnapshot(caller, snapshot);
            Admission.toTier(caller, snapshot, clientSecrets, Admission.clientSecret(request));
            timer.ended(StepTimer.Step.ADMIT);
            LocalDate day = today.get();
            DataRequest read = known.get(
                    new ParsedRequests.Key(catalog, snapshot.id(), day, CallerView.Rights.of(caller),
                    request.path().path(), raw, options),
                    () -> DataRequest.read(catalog, match, query, options, caller, snapshot, day));
            access.asks(read.asked().sql(), snapshot.id());
            // checked each time: a request that was read before may be another caller's
            Admission.toValues(caller, route, read.asked(), snapshot);
            timer.ended(StepTimer.Step.READ);
            setHeaders(response, read.tag(), snapshot);
            // a * has to wait: whether there is anything is known only after the query
            boolean unchanged = ConditionalGet.names(request.headers(), read.tag());
            timer.ended(StepTimer.Step.RECOGNISE);
            AnswerSender sender = new AnswerSender(request, response, timer, access, caller.isAdmin(), limits.send());
            if (unchanged) {
                sender.withoutBody(Status.NOT_MODIFIED_304);
                return;
            }
            DataRequest.Terms terms = new DataRequest.Terms(caller.subject(), limits.maxRows(),
                    QueryWait.start(limits.time(), ClientPresence.ofThisThread()::isGone));
            if (read.format() == AnswerFormat.JSON) {
                json(read, terms, caller, lease, sender, timer);
            } else {
                whole(read, terms, lease, sender, timer);
            }
        }
    }

    private static void setHeaders(ServerResponse response, String tag, ServedSnapshot snapshot) {
        response.headers().set(HeaderNames.ETAG, tag).set(SNAPSHOT_ID, snapshot.id())
                .set(HeaderNames.CACHE_CONTROL, "private, no-cache");
        LocalDate completeThrough = snapshot.completeThrough();
        if (completeThrough != null) {
            response.headers().set(COMPLETE_THROUGH, completeThrough.toString());
        }
        response.headers().add(AnswerSender.VARY);
    }

    /** The handler of unknown paths. */
    public UnknownPath unknownPath() {
        return unknownPath;
    }

    private RouteCatalog.Match match(RouteCatalog catalog, ServerRequest request) {
        String path = request.path().path();
        RouteCatalog.Match match = catalog.match(path).orElseThrow(() -> unknownPath.at(path));
        if (!request.prologue().method().equals(Method.GET)) {
            throw new ApiException.MethodNotAllowed("GET");
        }
        return match;
    }

    private void json(DataRequest read, DataRequest.Terms terms, Caller caller, ServedSnapshot.Lease lease,
            AnswerSender sender, StepTimer timer) {
        ServedSnapshot snapshot = lease.snapshot();
        QueryResult<RouteAnswer.Json> result = read.json(snapshot, terms);
        timer.asked(result);
        RouteAnswer.Json answer = result.answer();
        sender.found(answer);
        HiddenBenchmark hidden = answer.read().isHidden() ? HiddenBenchmark.of(read.asked(), snapshot) : null;
        if (hidden != null && !answer.read().any()) {
            sender.hidden(hidden);
        }
        if (!sender.empty(read.route(), answer) && !sender.known()) {
            byte[] tail = metadata.tail(read.route(), read.asked(), sender.requestId(),
                    CallerView.group(caller, snapshot), answer,
                    hidden == null ? Map.of() : hidden.metadata(caller.isAdmin()));
            sender.next(read, answer, snapshot.id());
            // a client that reads slowly keeps no snapshot open
            lease.close();
            sender.json(answer.body(read.options().coding()), tail);
        }
    }

    private void whole(DataRequest read, DataRequest.Terms terms, ServedSnapshot.Lease lease, AnswerSender sender,
            StepTimer timer) {
        try (QueryResult<RouteAnswer.Whole> result = read.whole(lease.snapshot(), terms, limits.answers())) {
            timer.asked(result);
            RouteAnswer.Whole answer = result.answer();
            try {
                sender.found(answer);
                if (answer.read().isHidden()) {
                    sender.hidden(HiddenBenchmark.of(read.asked(), lease.snapshot()));
                }
                // a table without rows is a table: 204 is JSON's
                if (!sender.known()) {
                    sender.next(read, answer, lease.snapshot().id());
                    lease.close();
                    sender.whole(read.route(), read.format(), answer);
                }
            } finally {
                answer.discard();
            }
        }
    }
}
