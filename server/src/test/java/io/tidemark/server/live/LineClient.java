package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;

/** A generated client in a program of its own, which reads a call as a line of JSON and writes its answer as one. */
final class LineClient implements GeneratedClient {

    private final Process process;
    private final Function<ClientCall, ObjectNode> line;
    private final BufferedWriter calls;
    private final BufferedReader answers;

    /** Talks to a program that has been started, whose lines are these. */
    LineClient(Process process, Function<ClientCall, ObjectNode> line) {
        this.process = process;
        this.line = line;
        calls = process.outputWriter();
        answers = process.inputReader();
    }

    /** A call with all names as the description has them. */
    static ObjectNode asDescribed(ClientCall call) {
        ObjectNode line = LiveServer.JSON.createObjectNode().put("api", call.api()).put("operation", call.operation())
                .put("token", call.token()).put("secret", call.secret()).put("bodyType", call.bodyType());
        line.set("body", call.body());
        ObjectNode values = line.putObject("values");
        call.values().forEach(values::set);
        call.pathNames().forEach(line.putArray("pathNames")::add);
        return line;
    }

    @Override
    public ClientCall.Answer call(ClientCall call) throws IOException {
        calls.write(line.apply(call) + "\n");
        calls.flush();
        JsonNode answer = LiveServer.json(Objects.requireNonNull(answers.readLine(), "the client ended"));
        return new ClientCall.Answer(answer.get("status").asInt(), answer.get("body"));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
