package io.tidemark.server.identity.account;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to change of an account's rights; null leaves it as it is.
 *
 * @param role        its new role
 * @param farmerId    its new farmer; one that is there goes with the role farmer
 * @param permissions exactly these from now on
 * @param asRole      whether it is to have the permissions that its role has by default
 */
public record AccessChange(@Nullable Role role, @Nullable String farmerId, @Nullable Set<Permission> permissions, boolean asRole) {

    /** Nothing. */
    public static final AccessChange NONE = new AccessChange(null, null, null, false);

    /** What an account may do then; {@link InvalidAccountException} when that cannot be. */
    Access after(Access before) {
        Role next = role == null ? before.role() : role;
        String farmer = farmerId != null ? farmerId : next == Role.FARMER ? before.farmerId() : null;
        boolean followsRole = asRole || AccountRow.permissions(before) == null;
        return Access.of(next, farmer, permissions != null ? permissions : followsRole ? null : before.permissions());
    }
}
