package io.tidemark.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * A peer that answers in JSON over HTTP, with its rows under {@code data}.
 *
 * @param process  its process
 * @param port     its port
 * @param requests the requests to send for a route
 * @param distinct those to send for different requests of a route
 */
record HttpPeer(Process process, int port, Function<String, Load.Requests> requests, Function<List<String>,
        Load.Requests> distinct) implements Peer {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String rows(String route) throws IOException {
        try (HttpConnection connection = new HttpConnection(port)) {
            return JSON.readTree(connection.ask(requests.apply(route).next(0, 0)).body()).path("data").toString();
        }
    }

    @Override
    public double perSecond(String route, int connections, int seconds) throws IOException, InterruptedException {
        return Load.run(port, connections, Duration.ofSeconds(seconds), requests.apply(route)).perSecond();
    }

    @Override
    public double distinctPerSecond(List<String> targets, int connections, int seconds) throws IOException,
            InterruptedException {
        return Load.run(port, connections, Duration.ofSeconds(seconds), distinct.apply(targets)).perSecond();
    }

    @Override
    public void close() {
        ChildProcess.stop(process);
    }
}
