package io.tidemark.server.tls;

import io.helidon.http.HeaderNames;
import io.helidon.http.NotFoundException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The answers to an authority's challenges (http-01), each known only while its order runs. Thread-safe. */
public final class AcmeChallenges {

    /** Where an authority asks. */
    public static final String PATH = "/.well-known/acme-challenge/{token}";

    private final Map<String, String> answers = new ConcurrentHashMap<>();

    void expect(String token, String answer) {
        answers.put(token, answer);
    }

    void forget(String token) {
        answers.remove(token);
    }

    /** Answers a challenge; throws {@link NotFoundException} if no order waits for it. */
    public void answer(ServerRequest request, ServerResponse response) {
        String answer = answers.get(request.path().pathParameters().get("token"));
        if (answer == null) {
            throw new NotFoundException(request.path().path());
        }
        response.header(HeaderNames.CONTENT_TYPE, "application/octet-stream").send(answer);
    }
}
