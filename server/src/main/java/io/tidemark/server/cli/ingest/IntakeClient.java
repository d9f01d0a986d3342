package io.tidemark.server.cli.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.cli.ingest.DeliveryFolder.DeliveredFile;
import io.tidemark.server.http.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends deliveries to a server's intake: signs in, sends files in parts, retries, and continues where an earlier try
 * ended. Not thread-safe.
 */
final class IntakeClient {

    /** The server refused; the message is its own. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        RefusedException(int status, String message) {
            super(message);
            this.status = status;
        }

        /** The HTTP status. */
        int status() {
            return status;
        }
    }

    /**
     * The sender's credentials and retry limit.
     *
     * @param url     the intake's address
     * @param client  the client's id
     * @param secret  its secret
     * @param retries how often a request is tried again
     */
    record Sender(URI url, String client, String secret, int retries) {
        /** Leaves out the secret. */
        @Override
        public String toString() {
            return client + " at " + url;
        }
    }

    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration ANSWER = Duration.ofMinutes(5);
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);
    private static final int PART = 8 << 20;
    private static final int SLICE = 64 << 10;
    private static final int TIMED_OUT = 408;
    private static final int TOO_MANY = 429;
    private static final int UNAUTHORIZED = 401;

    private final HttpClient http;
    private final Sender sender;
    private final Consumer<String> say;
    private @Nullable String token;

    /**
     * Prepares a client.
     *
     * @param http knows which certificates to trust
     * @param say  is told of waits
     */
    IntakeClient(HttpClient http, Sender sender, Consumer<String> say) {
        this.http = http;
        this.sender = sender;
        this.say = say;
    }

    /** A client that trusts the machine's authorities. */
    static HttpClient.Builder usual() {
        return HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER);
    }

    /** The state of a delivery; a missing node if the server has none of this name. */
    JsonNode status(String name) throws IOException, InterruptedException, RefusedException {
        try {
            return ask("GET", "/intake/v1/deliveries/" + name, BodyPublishers.noBody(), Map.of());
        } catch (RefusedException e) {
            if (e.status() == 404) {
                return MissingNode.getInstance();
            }
            throw e;
        }
    }

    /** Says that all files are there; returns the delivery's state. */
    JsonNode complete(String name) throws IOException, InterruptedException, RefusedException {
        return ask("POST", "/intake/v1/deliveries/" + name + "/complete", BodyPublishers.noBody(), Map.of());
    }

    /**
     * Sends a file from where it stands.
     *
     * @param received what the server has of it
     * @param progress is told the bytes that have arrived
     */
    void send(String name, DeliveredFile file, long received, Consumer<Long> progress) throws IOException,
            InterruptedException, RefusedException {
        try (FileChannel channel = FileChannel.open(file.file())) {
            long at = received;
            // one for all parts: with one for each, the heap grows with the file
            byte[] part = new byte[(int) Math.min(PART, file.bytes() - at)];
            do {
                int length = read(channel, at, file, part);
                put(name, file, at, part, length);
                at += length;
                progress.accept(at);
            } while (at < file.bytes());
        }
    }

    // in slices: a channel takes as much memory outside of the heap as it is asked for at once
    private static int read(FileChannel channel, long at, DeliveredFile file, byte[] part) throws IOException {
        int length = (int) Math.min(PART, file.bytes() - at);
        for (int done = 0; done < length;) {
            int more = channel.read(ByteBuffer.wrap(part, done, Math.min(SLICE, length - done)), at + done);
            if (more < 0) {
                throw new IOException(file.file() + " became shorter while it was sent");
            }
            done += more;
        }
        return length;
    }

    private void put(String name, DeliveredFile file, long at, byte[] part, int length) throws IOException,
            InterruptedException, RefusedException {
        MessageDigest sha256 = Sha256.digest();
        sha256.update(part, 0, length);
        Map<String, String> headers = new TreeMap<>(Map.of("Content-Digest", digest(sha256.digest()),
                "Repr-Digest", digest(HexFormat.of().parseHex(file.sha256()))));
        // an empty file has no range
        if (length > 0) {
            headers.put("Content-Range", "bytes " + at + "-" + (at + length - 1) + "/" + file.bytes());
        }
        try {
            ask("PUT", "/intake/v1/deliveries/" + name + "/" + escaped(file.path()), body(part, length), headers);
        } catch (RefusedException e) {
            // the part arrived, and its answer was lost
            if (e.status() != 409 || sent(status(name), file).path("received").asLong() < at + length) {
                throw e;
            }
        }
    }

    // a stream is read as it is sent; of an array a copy is made first
    private static BodyPublisher body(byte[] part, int length) {
        return length == 0 ? BodyPublishers.noBody()
                : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() ->
                new ByteArrayInputStream(part, 0, length)), length);
    }

    /**
     * What a server says of a file with this content, by a delivery's state; a missing node if it has nothing of it.
     */
    static JsonNode sent(JsonNode delivery, DeliveredFile file) {
        for (JsonNode each : delivery.path("files")) {
            if (each.path("file").asText().equals(file.path()) && each.path("sha256").asText().equals(file.sha256())
                    && each.path("bytes").asLong() == file.bytes()) {
                return each;
            }
        }
        return MissingNode.getInstance();
    }

    private static String digest(byte[] sha256) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(sha256) + ":";
    }

    private static String escaped(String path) {
        return Arrays.stream(path.split("/")).map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8)
                .replace("+", "%20")).collect(Collectors.joining("/"));
    }

    private JsonNode ask(String method, String path, BodyPublisher body, Map<String, String> headers)
            throws IOException, InterruptedException, RefusedException {
        boolean anew = false;
        for (int attempt = 0;; attempt++) {
            String problem;
            try {
                HttpRequest.Builder request = request(path).header("Authorization", "Bearer " + token())
                        .method(method, body);
                headers.forEach(request::header);
                HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
                if (answer.statusCode() == UNAUTHORIZED && !anew) {
                    // a token lasts an hour
                    anew = true;
                    token = null;
                    continue;
                }
                if (!isForLater(answer.statusCode())) {
                    return json(answer);
                }
                problem = "the server answers " + answer.statusCode() + ": " + message(answer);
            } catch (IOException e) {
                problem = e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
            }
            if (attempt >= sender.retries()) {
                throw new IOException(problem);
            }
            Duration wait = Duration.ofSeconds(1L << Math.min(attempt, 5));
            wait = wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
            say.accept("trying again in " + wait.toSeconds() + " s: " + problem);
            Thread.sleep(wait);
        }
    }

    private HttpRequest.Builder request(String path) {
        String base = sender.url().toString();
        return HttpRequest.newBuilder(URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base)
                + path)).timeout(ANSWER);
    }

    private static boolean isForLater(int status) {
        return status >= 500 || status == TIMED_OUT || status == TOO_MANY;
    }

    private String token() throws IOException, InterruptedException, RefusedException {
        String known = token;
        if (known != null) {
            return known;
        }
        byte[] body = Json.bytes(Map.of("grant_type", "client_credentials", "client_id", sender.client(),
                "client_secret", sender.secret()));
        HttpResponse<String> answer = http.send(request("/v3/auth/token").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
        if (isForLater(answer.statusCode())) {
            throw new IOException("the server answers " + answer.statusCode() + ": " + message(answer));
        }
        String made = json(answer).path("access_token").asText();
        token = made;
        return made;
    }

    private static JsonNode json(HttpResponse<String> answer) throws RefusedException {
        if (answer.statusCode() >= 300) {
            throw new RefusedException(answer.statusCode(), message(answer));
        }
        return tree(answer);
    }

    private static String message(HttpResponse<String> answer) {
        String message = tree(answer).path("message").asText("");
        return message.isEmpty() ? "status " + answer.statusCode() : message;
    }

    // whatever answers there may be no Tidemark
    private static JsonNode tree(HttpResponse<String> answer) {
        try {
            return Json.MAPPER.readTree(answer.body());
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Reads a secret's file: its first line. */
    static String secret(Path file) throws IOException {
        return Files.readString(file).lines().findFirst().orElse("").strip();
    }
}
