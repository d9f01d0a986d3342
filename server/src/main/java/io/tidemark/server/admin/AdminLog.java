package io.tidemark.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.audit.AuditReader;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventName;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The admin API of the audit log. Thread-safe. */
record AdminLog(AuditReader reader) {

    private static final int USUAL = 100;
    private static final int MAX = 1000;
    private static final int RETRY_SECONDS = 10;
    /** The events in the log that a request may ask for. */
    static final List<String> EVENTS = Stream.of(Event.SignIn.class, Event.SignInRefused.class,
            Event.TokenRefused.class,
            Event.RefreshReuse.class, Event.RefreshRevoked.class, Event.Refused.class, Event.ApiKeyUsed.class,
            Event.AdminCommand.class, Event.AdminRequest.class, Event.SecurityAlert.class).map(EventName::of).toList();

    /** The query parameters of a request for lines. */
    static final String[] PARAMETERS = {"event", "account_id", "address", "limit"};

    /** The newest lines of the events, the account and the address in the query. */
    List<ObjectNode> newest(ServerRequest request) {
        List<Detail> details = new ArrayList<>();
        Set<String> events = new HashSet<>();
        for (String name : request.query().first("event").orElse("").split(",", -1)) {
            if (EVENTS.contains(name)) {
                events.add(name);
            } else if (!name.isEmpty()) {
                details.add(new Detail("event", name, "must be of " + String.join(", ", EVENTS)
                        + NearestName.hint(name, EVENTS)));
            }
        }
        String limit = request.query().first("limit").orElse(Integer.toString(USUAL));
        boolean number = limit.matches("\\d{1,4}") && Integer.parseInt(limit) >= 1 && Integer.parseInt(limit) <= MAX;
        if (!number) {
            details.add(new Detail("limit", limit, "must be a whole number from 1 to " + MAX));
        }
        if (!details.isEmpty()) {
            throw new ApiException.BadRequest(details);
        }
        Predicate<JsonNode> wanted = line -> (events.isEmpty() || events.contains(line.path("event").asText()))
                && is(request, "account_id", line) && is(request, "address", line);
        try {
            return reader.newest(wanted, Integer.parseInt(limit));
        } catch (IOException e) {
            throw new ApiException.Unavailable("The audit log cannot be read now", RETRY_SECONDS, e);
        }
    }

    private static boolean is(ServerRequest request, String name, JsonNode line) {
        return request.query().first(name).filter(asked -> !asked.equals(line.path(name).asText())).isEmpty();
    }
}
