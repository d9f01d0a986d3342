package io.tidemark.server.admin;

import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.KnownFarmers;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.key.ApiKey;
import io.tidemark.server.identity.key.ApiKeyFields;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.key.ApiKeys.Expiry;
import io.tidemark.server.identity.key.NewApiKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The admin API of API keys. Thread-safe.
 *
 * @param farmers the ids of the farmers in the served data; empty before the first snapshot
 */
record AdminKeys(ApiKeys keys, Supplier<? extends Collection<String>> farmers) {

    private static final String NAME = "name";
    private static final String FARMER = "farmer_id";
    private static final String NEW_FARMER = "new_farmer";
    private static final String PERMISSIONS = "permissions";
    private static final String EXPIRES = "expires";

    List<Map<String, @Nullable Object>> list() {
        return keys.list().stream().map(ApiKeyFields::of).toList();
    }

    Map<String, @Nullable Object> add(ServerRequest request, AdminCall call) {
        AdminBody body = AdminBody.read(request, NAME, FARMER, NEW_FARMER, PERMISSIONS, EXPIRES);
        String name = body.required(NAME);
        String farmer = body.text(FARMER);
        boolean isNew = body.flag(NEW_FARMER);
        Set<Permission> permissions = body.permissions(PERMISSIONS);
        Expiry expiry = body.expiry(EXPIRES);
        if (permissions == null) {
            body.wrong(PERMISSIONS, "required, a list of strings");
        }
        body.refuse();
        call.audit(body.audited());
        if (!isNew) {
            KnownFarmers.check(farmer, farmers.get(), "the served data", NEW_FARMER);
        }
        NewApiKey added = keys.add(name, farmer, permissions == null ? Set.of() : permissions, expiry == null
                ? null : expiry.at());
        call.concerns(added.key().id());
        return ApiKeyFields.of(added);
    }

    Map<String, @Nullable Object> change(ServerRequest request, AdminCall call) {
        String id = id(request, call);
        AdminBody body = AdminBody.read(request, PERMISSIONS, EXPIRES);
        Set<Permission> permissions = body.permissions(PERMISSIONS);
        Expiry expiry = body.expiry(EXPIRES);
        if (!body.has(PERMISSIONS) && !body.has(EXPIRES)) {
            body.wrong("body", "has nothing to change");
        }
        body.refuse();
        call.audit(body.audited());
        return ApiKeyFields.of(found(keys.change(id, permissions, expiry)));
    }

    Map<String, @Nullable Object> revoke(ServerRequest request, AdminCall call) {
        return ApiKeyFields.of(found(keys.revoke(id(request, call))));
    }

    private static String id(ServerRequest request, AdminCall call) {
        String id = request.path().pathParameters().get("id");
        call.concerns(id);
        return id;
    }

    private static ApiKey found(Optional<ApiKey> key) {
        return key.orElseThrow(() -> new ApiException.NotFound("There is no active API key with that id"));
    }
}
