package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * OWASP API4:2023. Rates, sizes, slow senders and queues have their own tests; here: no page of any route is larger
 * than its contract allows.
 */
@ExtendWith(CoastServer.class)
class Api4UnrestrictedResourceConsumptionTest {

    static Stream<String> routes() {
        return RouteCatalog.load(null).routes().stream().filter(route -> route.parameters().containsKey("limit"))
                .map(RouteContract::path);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void pagesAreBounded(String path, LiveServer server) {
        ParameterContract limit = RouteCatalog.load(null).match(path).orElseThrow().route().parameters().get("limit");
        int most = limit == null || limit.max() == null ? Integer.MAX_VALUE : limit.max();
        assertThat(most).isLessThanOrEqualTo(10_000);
        for (String asked : new String[] {String.valueOf(most + 1), "1000000000", "99999999999999999999", "-1"}) {
            assertThat(server.get(path + "?limit=" + asked, "farmer:F1").statusCode()).as(asked).isEqualTo(400);
        }
        assertThat(server.get(path + "?limit=" + most + "&offset=2147483647", "farmer:F1").statusCode()).isIn(200, 204);
    }
}
