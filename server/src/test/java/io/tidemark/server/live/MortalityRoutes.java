package io.tidemark.server.live;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.Paging;
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

    /** Those that come in pages. */
    static Stream<String> paged() {
        RouteCatalog catalog = RouteCatalog.load(null);
        return all().filter(name -> catalog.match(BASE + name).orElseThrow().route().paging() == Paging.PAGES);
    }
}
