package io.tidemark.server.identity.account;

import org.jspecify.annotations.Nullable;

/**
 * Changes to a user; null keeps a value.
 *
 * @param access   its rights
 * @param email    its address
 * @param password its password
 */
public record AccountChange(AccessChange access, @Nullable String email, @Nullable String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return "AccountChange[" + access + "]";
    }
}
