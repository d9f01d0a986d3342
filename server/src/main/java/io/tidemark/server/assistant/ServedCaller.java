package io.tidemark.server.assistant;

import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.DataAccess;
import io.tidemark.server.http.listen.ClientPresence;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.ClientSecrets;
import io.tidemark.server.part.Parts;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.request.Admission;
import io.tidemark.server.request.LocalQuery;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.snapshot.SnapshotFollower;
import java.util.List;
import java.util.Map;

/**
 * A user of the server: its tool calls are requests like its others, with its rights, its limits, its turn and a line
 * in the log of data accesses.
 *
 * @param catalog the routes for the whole call: they may change meanwhile
 */
record ServedCaller(Parts parts, ServerRequest request, Caller caller, RouteCatalog catalog) implements ToolCaller {

    @Override
    public Answer ask(RouteCatalog.Match match, Map<String, List<String>> query) {
        DataAccess access = DataAccess.begin(request, caller.subject(), caller.farmerId(), match.route().path());
        LocalQuery asked = new LocalQuery(match, query, caller, parts.today().get());
        asked.admit();
        ServerConfig.Query limits = parts.config().query();
        try (ServedSnapshot.Lease lease = parts.get(SnapshotFollower.class).lease(null)) {
            ServedSnapshot snapshot = lease.snapshot();
            Admission.toSnapshot(caller, snapshot);
            Admission.toTier(caller, snapshot, parts.get(ClientSecrets.class), Admission.clientSecret(request));
            return new Answer(asked.bytes(catalog, snapshot, new LocalQuery.Terms(limits.timeout(),
                    ClientPresence.ofThisThread()::isGone, limits.maxRows(), access),
                    parts.get(QueryResources.class).answers()), snapshot.id(), snapshot.completeThrough());
        }
    }
}
