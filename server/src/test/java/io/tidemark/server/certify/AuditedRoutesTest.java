package io.tidemark.server.certify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.Confidentiality.Kind;
import io.tidemark.server.route.contract.RouteContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No route is forgotten by the certificate: each is asked, or it is named with the reason why not. */
class AuditedRoutesTest {

    private final Map<String, Kind> shipped = RouteCatalog.load(null).routes().stream().collect(Collectors.toMap(RouteContract::path,
            route -> route.confidentiality().kind(), (one, other) -> one, TreeMap::new));

    @Test
    void everyRouteIsAskedOrNamedWithAReason() {
        List<String> all = new ArrayList<>(AuditedRoutes.paths());
        all.addAll(AuditedRoutes.notAsked().keySet());
        assertThat(all).containsExactlyInAnyOrderElementsOf(shipped.keySet());
    }

    @Test
    void everyBenchmarkIsAsked() {
        shipped.forEach((path, kind) -> {
            if (kind == Kind.BENCHMARK) {
                assertThat(AuditedRoutes.paths()).contains(path);
            }
        });
    }

    @Test
    void aReasonIsThatOfItsFile() {
        AuditedRoutes.notAsked().forEach((path, reason) -> {
            assertThat(shipped.get(path) == Kind.OWN).as(path).isEqualTo(reason.equals("the caller's own rows alone"));
            // the environment routes read no farmers' tables
            assertThat(!reason.startsWith("sea temperatures") || shipped.get(path) == Kind.NONE).as(path).isTrue();
        });
    }
}
