package io.tidemark.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.tidemark.data.text.NearestName;
import java.util.ArrayList;
import java.util.List;

/** Checks the query parameters of requests outside of data routes: an unknown one would have no effect. */
public final class QueryNames {

    private QueryNames() {}

    /**
     * Refuses unknown and repeated names.
     * @throws ApiException.BadRequest with every fault
     */
    public static void check(ServerRequest request, List<String> known) {
        List<ApiException.Detail> faults = new ArrayList<>();
        for (String name : request.query().names()) {
            if (name.equals(QueryString.CACHE_BUSTER)) {
                continue;
            }
            List<String> values = request.query().all(name);
            if (!known.contains(name)) {
                faults.add(new ApiException.Detail(name, String.join(",", values), "no such parameter"
                        + NearestName.hint(name, known)
                        + (known.isEmpty() ? "; this route has none" : "; this route has "
                        + String.join(", ", known))));
            } else if (values.size() > 1) {
                faults.add(new ApiException.Detail(name, String.join(" and ", values), "may be given once"));
            }
        }
        ApiException.BadRequest.throwIfAny(faults);
    }
}
