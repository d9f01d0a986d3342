package io.tidemark.server.identity.account;

import org.jspecify.annotations.Nullable;

/**
 * What is to change of a user; null leaves it as it is.
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
