package io.tidemark.server.live;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.RouteContract;
import java.util.stream.Stream;

/** The v3 mortality routes that there are, without the part of the path that they share; for tests of all of them. */
final class MortalityRoutes {

    /** The part that they share. */
    static final String BASE = "/v3/mortality/";

    private MortalityRoutes() {}

    /** Every route. */
    static Stream<String> all() {
        return RouteCatalog.load(null).routes().stream().filter(r -> r.path().startsWith(BASE))
                .map(r -> r.path().substring(BASE.length()));
    }

    /** Those with a benchmark, which a farmer may leave itself out of. */
    static Stream<String> benchmarks() {
        RouteCatalog catalog = RouteCatalog.load(null);
        return all().filter(name -> catalog.match(BASE + name).orElseThrow().route().parameters()
                .containsKey("exclude_self"));
    }

    /** Those with a window that come in pages; the authority's stocking years have none. */
    static Stream<String> paged() {
        RouteCatalog catalog = RouteCatalog.load(null);
        return all().filter(name -> {
            RouteContract route = catalog.match(BASE + name).orElseThrow().route();
            return route.paging() == Paging.PAGES && route.parameters().containsKey("from_date");
        });
    }
}
