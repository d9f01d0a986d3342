package io.tidemark.server.http.listen;

import io.tidemark.server.http.limit.GuardedServer;
import io.tidemark.server.http.limit.OneServer;
import java.nio.file.Path;
import java.util.Map;

/**
 * One server for all test classes that ask for it as a parameter. Its requests may take longer than a test's socket
 * waits: an end by that limit is not taken for the one that a test expects.
 */
final class PlainServer extends OneServer<GuardedServer> {

    PlainServer() {
        super(GuardedServer.class);
    }

    @Override
    protected GuardedServer start(Path folder) {
        return new GuardedServer(folder, Map.of("server.request-seconds", "120", "limits.requests-per-second",
                "100000"));
    }
}
