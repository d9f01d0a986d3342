package io.tidemark.server.cli.account;

import io.tidemark.server.identity.account.Permission;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;

/** Parses a permission. */
final class PermissionName implements ITypeConverter<Permission> {
    @Override
    public Permission convert(String value) {
        return Permission.of(value).orElseThrow(() -> AccessOptions.unknown(value,
                Arrays.stream(Permission.values()).map(Permission::wireName)));
    }
}
