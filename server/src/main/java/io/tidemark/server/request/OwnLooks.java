package io.tidemark.server.request;

import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.audit.DataAccessReader;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.QueryNames;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.part.Parts;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Tells a company when admins looked as it, by the lines of the log of data accesses, newest first. Thread-safe. */
public final class OwnLooks implements Handler {

    /** The path. */
    public static final String PATH = "/v3/looks/own";

    private static final Duration BACK = Duration.ofDays(90);
    private static final int MOST = 200;
    private static final int RETRY_SECONDS = 5;

    private final Parts parts;
    private final DataAccessReader reader;

    private OwnLooks(Parts parts) {
        this.parts = parts;
        this.reader = new DataAccessReader(parts.config().state());
    }

    /** Starts to tell. */
    public static void start(Parts parts) {
        OwnLooks looks = new OwnLooks(parts);
        parts.paths(routing -> new PathMethods(routing).on(Method.GET, PATH, looks).only());
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        Caller caller = parts.get(CallerLimit.class).apply(request);
        String farmer = caller.farmerId();
        if (farmer == null) {
            throw new ApiException.Forbidden("This is for farmers only, about their own company");
        }
        QueryNames.check(request, List.of());
        Instant now = parts.clock().instant();
        try {
            DataAccessReader.Found found = reader.find(new DataAccessReader.Search(now.minus(BACK), now.plusSeconds(1),
                    line -> line.path("looks").asBoolean() && line.path("farmer_id").asText().equals(farmer), 0, MOST));
            // what an admin's machine is called is not the company's business
            found.lines().forEach(line -> line.remove(List.of("address", "request_id", "looks")));
            Json.send(response, Json.object("data", found.lines(), "metadata", Json.object("has_more", found.hasMore(),
                    "searched_back_to", Json.text(found.searchedBackTo()))));
        } catch (IOException e) {
            throw new ApiException.Unavailable("The log of data accesses cannot be read now", RETRY_SECONDS, e);
        }
    }
}
