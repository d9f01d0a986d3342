package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OWASP API8:2023. Security headers, CORS, TLS and safe defaults have their own tests; here: no response reveals its
 * software, location or internals.
 */
@ExtendWith(CoastServer.class)
class Api8SecurityMisconfigurationTest {

    @ParameterizedTest
    @ValueSource(strings = {"/v3/mortality/areas/week", "/v3/mortality/areas/week?x=1", "/v3/common/site/nothing",
            "/v3/nothing",
        "/", "/v3/auth/token", "/v3/treatment/by-site?owner_id=F3", "/.env", "/favicon.ico"})
    void answersDoNotTellWhatMadeThem(String path, LiveServer server) {
        HttpResponse<String> answer = server.get(path, "farmer:F1");
        assertThat(answer.headers().map().keySet()).doesNotContain("server", "x-powered-by", "via");
        assertThat(answer.statusCode()).isLessThan(500);
        if (answer.statusCode() >= 400) {
            assertThat(answer.body()).doesNotContainIgnoringCase("helidon").doesNotContainIgnoringCase("duckdb")
                    .doesNotContainIgnoringCase("exception")
                    .doesNotContain(".java", "io.tidemark", server.lake().toString());
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        }
    }
}
