package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * OWASP API1:2023. That nobody gets another's rows by its ids is proven by {@link AccessMatrixTest} on every route;
 * here: the refusal does not tell whether there is such a company or site.
 */
@ExtendWith(CoastServer.class)
class Api1BrokenObjectLevelAuthorizationTest {

    // F3 and 10002 are another's; F999 and 99999 do not exist
    @ParameterizedTest
    @CsvSource({"by-site?owner_id=F3, by-site?owner_id=F999", "by-site?site_id=10002, by-site?site_id=99999",
        "by-site?owner_id=F1%2CF3, by-site?owner_id=F1%2CF999",
                "by-generation?owner_id=F3, by-generation?owner_id=F999",
        "by-size?site_id=10002, by-size?site_id=99999"})
    void anothersAndNobodysAreRefusedAlike(String anothers, String nobodys, LiveServer server) {
        HttpResponse<String> first = server.get("/v3/treatment/" + anothers, "farmer:F1");
        HttpResponse<String> second = server.get("/v3/treatment/" + nobodys, "farmer:F1");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(403);
        assertThat(second.statusCode()).isEqualTo(403);
        assertThat(LiveServer.json(first).get("message")).isEqualTo(LiveServer.json(second).get("message"));
        assertThat(first.body()).doesNotContain("F3", "10002");
    }
}
