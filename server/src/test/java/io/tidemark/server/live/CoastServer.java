package io.tidemark.server.live;

import io.tidemark.server.http.limit.OneServer;
import java.io.IOException;
import java.nio.file.Path;

/** One server over {@link CoastDelivery} for all test classes that ask for it as a parameter. */
final class CoastServer extends OneServer<LiveServer> {

    CoastServer() {
        super(LiveServer.class);
    }

    @Override
    protected LiveServer start(Path folder) throws IOException, InterruptedException {
        LiveServer server = LiveServer.start(folder, CoastDelivery.TODAY);
        return server.ingest(CoastDelivery.write(folder.resolve("delivery")), CoastDelivery.RULE);
    }
}
