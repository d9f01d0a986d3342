package io.tidemark.server.request;

import io.tidemark.server.answer.ApiException;
import io.tidemark.server.identity.Caller;
import io.tidemark.server.identity.Permission;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.query.ServedSnapshot;
import io.tidemark.server.route.RouteAccess;
import io.tidemark.server.route.RouteContract;
import java.util.Collection;
import java.util.List;

/** Who may have a route, and what a caller may ask of it. What is refused is a 403. */
final class Admission {

    private static final String OWNERS = "owner_id";
    private static final String SITES = "site_id";

    private Admission() {}

    /** Refuses a caller who may not have the route at all, before its parameters are looked at. */
    static void toRoute(Caller caller, RouteContract route) {
        String permission = route.family().permission();
        if (!caller.isAdmin() && Permission.of(permission).filter(caller::may).isEmpty()) {
            throw new ApiException.Forbidden("This route needs the permission " + permission);
        }
        if (route.access() == RouteAccess.FARMER && !caller.isFarmer()) {
            throw new ApiException.Forbidden("This route is for farmers only");
        }
        if (route.access() == RouteAccess.OWNERS && !caller.seesOwners()) {
            throw new ApiException.Forbidden("This route has rows of single sites; it is for farmers, who see their own, and admins");
        }
    }

    /** Refuses what a caller may not ask for, after the values were read. */
    static void toValues(Caller caller, RouteContract route, RequestValues asked, ServedSnapshot snapshot) {
        if (asked.excludeSelf() && !caller.isFarmer()) {
            throw new ApiException.Forbidden("exclude_self=true is for farmers only");
        }
        if (route.access() == RouteAccess.OWNERS || route.access() == RouteAccess.SUMMED) {
            toOwners(caller, listed(asked, OWNERS), listed(asked, SITES), snapshot);
        }
    }

    // what a farmer does not own is refused whether it exists or not, so that nobody learns which companies there are
    private static void toOwners(Caller caller, List<String> owners, List<String> sites, ServedSnapshot snapshot) {
        if (!caller.seesOwners() && !(owners.isEmpty() && sites.isEmpty())) {
            throw new ApiException.Forbidden("owner_id and site_id are for farmers, for their own, and admins");
        }
        String farmer = caller.farmerId();
        if (farmer == null) {
            return;
        }
        if (!owners.stream().allMatch(farmer::equals)) {
            throw new ApiException.Forbidden("owner_id: a farmer may ask for its own company only");
        }
        if (!sites.stream().allMatch(site -> snapshot.isOwnSite(farmer, site))) {
            throw new ApiException.Forbidden("site_id: a farmer may ask for its own sites only");
        }
    }

    private static List<String> listed(RequestValues asked, String parameter) {
        return asked.sql().get(parameter) instanceof Collection<?> items ? items.stream().map(String::valueOf).toList() : List.of();
    }
}
