package io.tidemark.server.cli.account;

import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.AccessChange;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for changes to an account's rights. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class AccessChangeOptions {

    @Option(names = "--role", order = 1, paramLabel = "R", converter = AccessOptions.RoleName.class)
    @Nullable Role role;

    @Mixin
    FarmerOptions farmer;

    @Option(names = "--permissions", order = 3, paramLabel = "P", split = ",", converter = PermissionName.class)
    @Nullable List<Permission> permissions;

    @Option(names = "--role-permissions", order = 4)
    boolean rolePermissions;

    /** Whether any change is requested. */
    boolean given() {
        return role != null || farmer.farmer != null || permissions != null || rolePermissions;
    }

    AccessChange change(StateCommand command) {
        return new AccessChange(role, farmer.checked(command), permissions == null ? null : Set.copyOf(permissions),
                rolePermissions);
    }
}
