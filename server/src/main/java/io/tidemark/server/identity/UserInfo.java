package io.tidemark.server.identity;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Permission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The caller as userinfo shows it; email and farmer_id are null where the account has none. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record UserInfo(String sub, String username, @Nullable String email, List<String> roles,
        @Nullable String farmerId, List<String> permissions) {
    /** The caller's own data. */
    public static UserInfo of(Caller caller) {
        return new UserInfo(caller.subject(), caller.name(), caller.email(), List.of(caller.role().wireName()),
                caller.farmerId(), caller.permissions().stream().map(Permission::wireName).toList());
    }
}
