package io.tidemark.server.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Permission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The caller as userinfo shows it; email and farmer_id are null where the account has none. */
public record UserInfo(
        @JsonProperty("sub") String sub,
        @JsonProperty("username") String username,
        @JsonProperty("email") @Nullable String email,
        @JsonProperty("roles") List<String> roles,
        @JsonProperty("farmer_id") @Nullable String farmerId,
        @JsonProperty("permissions") List<String> permissions) {
    /** The caller's own data. */
    public static UserInfo of(Caller caller) {
        return new UserInfo(caller.subject(), caller.name(), caller.email(), List.of(caller.role().wireName()),
                caller.farmerId(), caller.permissions().stream().map(Permission::wireName).toList());
    }
}
