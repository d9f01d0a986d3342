package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OWASP API9:2023. That the documented routes are those that are served is proven by {@link AccessMatrixTest}; here:
 * there is nothing beside them, of other versions, for debugging, or of the libraries, not even for admins.
 */
@ExtendWith(CoastServer.class)
class Api9ImproperInventoryManagementTest {

    @ParameterizedTest
    @ValueSource(strings = {"/v1/mortality/areas/week", "/v4/mortality/areas/week", "/mortality/areas/week", "/v3",
            "/v3/",
        "/V3/mortality/areas/week",
        "/v3/mortality/areas/week/", "/v3/mortality/areas/week.sql",
        "/sql/v3/mortality/areas/week.sql", "/admin", "/debug", "/actuator", "/actuator/env", "/observe/config",
        "/observe/info",
        "/observe/log", "/h2-console", "/graphql", "/WEB-INF/web.xml", "/v3/auth/users", "/v3/auth/clients"})
    void thereIsNothingElse(String path, LiveServer server) {
        assertThat(server.get(path, "admin").statusCode()).as(path).isEqualTo(404);
        assertThat(server.send(HttpRequest.newBuilder(server.uri(path))).statusCode()).as(path).isIn(401, 404);
    }
}
