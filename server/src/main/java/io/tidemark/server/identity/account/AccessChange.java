package io.tidemark.server.identity.account;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes to an account's rights; null keeps a value.
 * @param role        its new role
 * @param farmerId    its new farmer; an existing one is removed together with the role farmer
 * @param permissions its new permissions
 * @param asRole      whether to reset the permissions to the role's default
 */
public record AccessChange(@Nullable Role role, @Nullable String farmerId, @Nullable Set<Permission> permissions,
        boolean asRole) {

    /** No change. */
    public static final AccessChange NONE = new AccessChange(null, null, null, false);

    /** The resulting rights; {@link InvalidAccountException} if they are not allowed. */
    Access after(Access before) {
        Role next = role == null ? before.role() : role;
        String farmer = farmerId != null ? farmerId : next == Role.FARMER ? before.farmerId() : null;
        boolean followsRole = asRole || AccountRow.permissions(before) == null;
        return Access.of(next, farmer, permissions != null ? permissions : followsRole ? null : before.permissions());
    }
}
