package io.tidemark.server.certify;

import io.tidemark.data.snapshot.PrivacyRule;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All shipped routes: each is audited, or listed here with the reason why it needs no audit. */
final class AuditedRoutes {

    private static final String TEMPERATURES = "sea temperatures, which are not hidden";
    private static final String LICE = "the authority's public lice counts alone";
    private static final String OWN = "the caller's own rows alone";
    private static final String EXPECTED = "the caller's own fish, at rates of audited atoms without the caller's rows";
    private static final String PUBLIC = "public lists";
    private static final String AUTHORITY = "what the authority publishes alone";
    private static final String QUARTERS = "means that were made once from the ledger; the ledger's check makes them again";
    private static final String REGISTER = "who farms where is in public registers";

    private static final Map<String, String> NOT_ASKED = reasons();

    private AuditedRoutes() {}

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new TreeMap<>();
        Stream.of("sea-temperature-analysis", "temperature-by-production-area-and-week", "temperature-by-week-and-region",
                "temperature-depths-by-region", "temperature-trends-by-region")
                .forEach(route -> reasons.put("/v3/environment/" + route, TEMPERATURES));
        Stream.of("lice-by-area-and-week", "lice-by-site-and-week").forEach(route -> reasons.put("/v3/environment/" + route, LICE));
        Stream.of("/v3/mortality/site-losses", "/v3/inventory/site-stock", "/v3/treatment/by-site", "/v3/comparison/site-treatments",
                "/v3/common/delivered-days", "/v3/common/farmer/me").forEach(route -> reasons.put(route, OWN));
        Stream.of("/v3/comparison/expected-loss", "/v3/watch/units").forEach(route -> reasons.put(route, EXPECTED));
        Stream.of("marine-typology-types", "marine-typology-regions", "platform-areas", "production-area", "generations")
                .forEach(route -> reasons.put("/v3/common/" + route, PUBLIC));
        Stream.of("site", "site/{site_id}", "farmers-in-platform", "farmers-per-po", "farm-and-site-stats")
                .forEach(route -> reasons.put("/v3/common/" + route, REGISTER));
        reasons.put("/v3/feeding/feed-index", "the caller's own feed beside rates that legacy v2 shows, which is asked");
        Stream.of("/v3/mortality/generations/authority", "/v3/environment/disease-by-site").forEach(route -> reasons.put(route, AUTHORITY));
        Stream.of("site-quarters", "cycles").forEach(route -> reasons.put("/v3/comparison/" + route, QUARTERS));
        Stream.of("codelist", "changelog", "level-1", "level-2").forEach(route -> reasons.put("/v2/mortality/categories/" + route, PUBLIC));
        return Map.copyOf(reasons);
    }

    /**
     * The audited routes.
     *
     * @param rule    the snapshot's privacy rule
     * @param through the last released day
     */
    static List<AuditedRoute> all(PrivacyRule rule, LocalDate through) {
        List<AuditedRoute> all = new ArrayList<>(SumRoutes.all());
        all.addAll(LedgerRoutes.all(rule, through));
        return List.copyOf(all);
    }

    /** The paths of the audited routes. */
    static List<String> paths() {
        return all(PrivacyRule.DEFAULT, LocalDate.EPOCH).stream().map(AuditedRoute::path).sorted().toList();
    }

    /** The other routes, each with the reason. */
    static Map<String, String> notAsked() {
        return new TreeMap<>(NOT_ASKED);
    }
}
