package io.tidemark.server.request;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.ClientSecrets;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks who may use a route, and which values a caller may request. It refuses with 403. */
public final class Admission {

    private static final String OWNERS = "owner_id";
    private static final String SITES = "site_id";
    private static final String BY_SITE = "site";

    private static final int RETRY_SECONDS = 5;

    private static final HeaderName CLIENT_SECRET = HeaderNames.create("x-client-secret");

    private Admission() {}

    /**
     * The x-client-secret as sent; null without one. Two headers count as a wrong one: a proxy and this server might
     * each use another of them.
     */
    public static @Nullable String clientSecret(ServerRequest request) {
        if (!request.headers().contains(CLIENT_SECRET)) {
            return null;
        }
        List<String> sent = request.headers().get(CLIENT_SECRET).allValues();
        return sent.size() == 1 ? sent.getFirst() : "";
    }

    /** Refuses a caller who may not use the route at all, before its parameters are read. */
    public static void toRoute(Caller caller, RouteContract route) {
        String permission = route.family().permission();
        if (!caller.isAdmin() && Permission.of(permission).filter(caller::may).isEmpty()) {
            throw new ApiException.Forbidden("This route needs the permission " + permission);
        }
        if (route.access().isForFarmers() && !caller.isFarmer()) {
            throw new ApiException.Forbidden("This route is for farmers only");
        }
        if (route.access() == RouteAccess.OWN && !caller.seesOwners()) {
            throw new ApiException.Forbidden("This route has rows of single sites; it needs the permission raw:read");
        }
        if (route.access() == RouteAccess.ADMIN && !caller.isAdmin()) {
            throw new ApiException.Forbidden("This route is for admins only");
        }
        if (route.access() == RouteAccess.OWNERS && !caller.seesOwners()) {
            throw new ApiException.Forbidden("This route has rows of single sites; it is for admins, and for farmers "
                    + "with the permission raw:read, who see only their own");
        }
    }

    /** Refuses a farmer who is not in the snapshot, and so has no group whose figures it may see. */
    public static void toSnapshot(Caller caller, ServedSnapshot snapshot) {
        if (caller.farmerId() != null && snapshot.farmer(caller.farmerId()).isEmpty()) {
            throw new ApiException.Forbidden("The farmer of this account is not in the served data");
        }
    }

    /**
     * Refuses a farmer who is not premium without the client secret of the integration.
     *
     * An admin who looks as one needs none.
     *
     * @param secret the x-client-secret as sent, null when there was none
     */
    public static void toTier(Caller caller, ServedSnapshot snapshot, ClientSecrets secrets, @Nullable String secret) {
        String farmer = caller.farmerId();
        if (farmer == null || caller.looks()
                || snapshot.farmer(farmer).filter(ServedSnapshot.FarmerEntry::isPremium).isPresent()) {
            return;
        }
        boolean belongs;
        try {
            belongs = secrets.belongs(secret, caller);
        } catch (StateException e) {
            throw new ApiException.Unavailable("Accounts cannot be read now", RETRY_SECONDS, e);
        }
        if (!belongs) {
            throw new ApiException.Forbidden(secret == null
                    ? "Farmers who are not premium need the x-client-secret header with the secret of their integration"
                    : "The x-client-secret does not match this caller's integration");
        }
    }

    /** Refuses values that a caller may not request, after they were read. */
    static void toValues(Caller caller, RouteContract route, RequestValues asked, ServedSnapshot snapshot) {
        boolean ofCompany = CallerView.COMPANY.equals(asked.sql().get("own"));
        if ((asked.excludeSelf() || ofCompany) && !caller.isFarmer()) {
            throw new ApiException.Forbidden((asked.excludeSelf() ? "exclude_self=true" : "own=company")
                    + " is for farmers only");
        }
        if (route.access() == RouteAccess.OWNERS || route.access() == RouteAccess.SUMMED) {
            toOwners(caller, listed(asked, OWNERS), listed(asked, SITES), snapshot);
        }
        if (route.access() == RouteAccess.FARMER && BY_SITE.equals(asked.sql().get("group_by"))
                && !caller.seesOwners()) {
            throw new ApiException.Forbidden("group_by=site: rows of single sites need the permission raw:read");
        }
    }

    // a value that the farmer does not own is refused whether it exists or not, so that the response does not reveal
    // which companies exist
    private static void toOwners(Caller caller, List<String> owners, List<String> sites, ServedSnapshot snapshot) {
        if (!caller.seesOwners() && !(owners.isEmpty() && sites.isEmpty())) {
            throw new ApiException.Forbidden("owner_id and site_id are for admins, and for farmers with the "
                    + "permission raw:read, for their own");
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
        return asked.sql().get(parameter) instanceof Collection<?> items ? items.stream().map(String::valueOf)
                .toList() : List.of();
    }
}
