package io.tidemark.server.identity.account;

import org.jspecify.annotations.Nullable;

/**
 * Changes to a user; null keeps a value.
 *
 * @param access   its rights
 * @param email    its address; empty removes the one that it has
 * @param password its password
 * @param watchMail whether it gets messages about its company's pens
 */
public record AccountChange(AccessChange access, @Nullable String email, @Nullable String password,
        @Nullable WatchMail watchMail) {

    /** A change that leaves the messages as they are. */
    public AccountChange(AccessChange access, @Nullable String email, @Nullable String password) {
        this(access, email, password, null);
    }

    /** Whether the address is to be removed. */
    boolean removesEmail() {
        return email != null && email.isEmpty();
    }

    /** The address after the change of an account that has this one. */
    @Nullable String emailAfter(@Nullable String before) {
        return email == null ? before : removesEmail() ? null : email;
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "AccountChange[" + access + "]";
    }
}
