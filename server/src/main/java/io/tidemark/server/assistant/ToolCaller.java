package io.tidemark.server.assistant;

import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.route.RouteCatalog;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who calls a tool, and how its requests are answered. */
public interface ToolCaller {

    /**
     * An answer.
     *
     * @param json            the whole document, as over HTTP
     * @param snapshot        the id of its snapshot
     * @param completeThrough the day up to which the snapshot's data are complete; null without stock
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(byte[] json, String snapshot, @Nullable LocalDate completeThrough) {}

    /** The user. */
    Caller caller();

    /** The routes that are served now. */
    RouteCatalog catalog();

    /**
     * Answers a request in JSON.
     *
     * @param query parameters by name, each with all its values
     * @throws io.tidemark.server.http.ApiException as over HTTP
     */
    Answer ask(RouteCatalog.Match match, Map<String, List<String>> query);
}
