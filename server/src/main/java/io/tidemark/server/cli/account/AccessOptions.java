package io.tidemark.server.cli.account;

import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the rights of a new account. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class AccessOptions {
    @Option(names = "--role", order = 1, paramLabel = "R", required = true, converter = RoleName.class)
    Role role;

    @Mixin
    FarmerOptions farmer;

    @Option(names = "--permissions", order = 3, paramLabel = "P", split = ",", converter = PermissionName.class)
    @Nullable List<Permission> permissions;

    /** The rights in the options. */
    public Access access(StateCommand command) {
        return Access.of(role, farmer.checked(command), permissions == null ? null : Set.copyOf(permissions));
    }

    /** A warning if the account would be useless; null otherwise. */
    static @Nullable String warning(Access access) {
        return access.permissions().isEmpty() ? "It has no permissions yet, so it can read nothing (--permissions)."
                : null;
    }

    static final class RoleName implements ITypeConverter<Role> {
        @Override
        public Role convert(String value) {
            return Role.of(value).orElseThrow(() -> unknown(value, Arrays.stream(Role.values()).map(Role::wireName)));
        }
    }

    static TypeConversionException unknown(String value, Stream<String> known) {
        return new TypeConversionException("'" + value + "' is none of " + known.collect(Collectors.joining(", ")));
    }
}
