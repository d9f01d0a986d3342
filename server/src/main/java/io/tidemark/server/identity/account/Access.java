package io.tidemark.server.identity.account;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an account may do.
 *
 * @param role its role
 * @param farmerId whose data is its own; there exactly when the role is farmer
 * @param permissions what it may read, never more than the role may be assigned
 */
public record Access(Role role, @Nullable String farmerId, Set<Permission> permissions) {
    private static final Pattern FARMER_ID = Pattern.compile("[\\p{L}\\p{N}._-]{1,64}");

    /** Checks the rules above; throws {@link InvalidAccountException}. */
    public Access {
        permissions = Permission.ordered(permissions);
        if (role == Role.FARMER && farmerId == null) {
            throw new InvalidAccountException("farmer_id", "Role farmer needs the farmer id of its own data");
        }
        if (role != Role.FARMER && farmerId != null) {
            throw new InvalidAccountException("farmer_id", "A farmer id belongs to role farmer only, not to "
                    + role.wireName());
        }
        if (farmerId != null && !isFarmerId(farmerId)) {
            throw new InvalidAccountException("farmer_id", "A farmer id has 1 to 64 letters, digits, '.', '_' or '-'");
        }
        Set<Permission> assignable = role.assignablePermissions();
        String tooMuch = permissions.stream().filter(permission -> !assignable.contains(permission))
                .map(Permission::wireName).collect(Collectors.joining(", "));
        if (!tooMuch.isEmpty()) {
            throw new InvalidAccountException("permissions", "Role " + role.wireName() + " cannot have " + tooMuch);
        }
    }

    /** Whether a text can be a farmer's id. */
    public static boolean isFarmerId(String text) {
        return FARMER_ID.matcher(text).matches();
    }

    /** Access with the role's default permissions, or with those assigned. */
    public static Access of(Role role, @Nullable String farmerId, @Nullable Set<Permission> assigned) {
        return new Access(role, farmerId, assigned == null ? role.defaultPermissions() : assigned);
    }
}
