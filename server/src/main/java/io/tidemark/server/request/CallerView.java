package io.tidemark.server.request;

import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.route.contract.AmbientValue;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The SQL values of a caller: they say which data is its own, and what must be hidden from it. */
public final class CallerView {

    /** The value of the parameter own that a caller needs a company for. */
    static final String COMPANY = "company";

    private CallerView() {}

    /** The properties of a caller that its values depend on, beside the snapshot. */
    record Rights(@Nullable String farmerId, boolean isFarmer, boolean seesOwners, boolean isAdmin) {

        static Rights of(Caller caller) {
            return new Rights(caller.farmerId(), caller.isFarmer(), caller.seesOwners(), caller.isAdmin());
        }
    }

    /**
     * The caller's farmer group in a snapshot; null for a caller who is not a farmer, or not in the snapshot, which
     * gets no data.
     */
    public static @Nullable String group(Caller caller, ServedSnapshot snapshot) {
        String farmer = caller.farmerId();
        return farmer == null ? null
                : snapshot.farmer(farmer).map(ServedSnapshot.FarmerEntry::groupKey).orElse(null);
    }

    /** Everything that a route's SQL may use: the values of the caller, of the request and of the route. */
    public static Map<String, @Nullable Object> values(RouteContract route, RequestValues asked, Caller caller,
            ServedSnapshot snapshot, LocalDate today) {
        Map<String, @Nullable Object> values = values(caller, snapshot, today);
        values.putAll(asked.sql());
        // in SQL own is the company whose rows alone count as own, null for all of the group's
        values.replace("own", "group", null);
        values.replace("own", COMPANY, caller.farmerId());
        values.putAll(route.query().constants());
        return values;
    }

    /** The values that every route may use. */
    public static Map<String, @Nullable Object> values(Caller caller, ServedSnapshot snapshot, LocalDate today) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (AmbientValue ambient : AmbientValue.values()) {
            values.put(ambient.sqlName(), switch (ambient) {
                case TODAY -> today;
                case DATA_BEGIN -> snapshot.dataBegin();
                case DATA_END -> snapshot.dataEnd();
                case COMPLETE_THROUGH -> snapshot.completeThrough();
                case IS_FARMER -> caller.isFarmer();
                case AGGREGATES_ONLY -> !caller.seesOwners();
                case OWN_GROUP -> group(caller, snapshot);
                case OWN_FARMER -> caller.farmerId();
                case SEES_ALL -> caller.isAdmin();
                case MIN_FARMERS -> snapshot.privacy().minFarmers();
                case MAX_SHARE -> snapshot.privacy().maxSharePercent();
            });
        }
        return values;
    }
}
