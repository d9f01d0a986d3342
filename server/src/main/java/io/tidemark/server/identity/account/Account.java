package io.tidemark.server.identity.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user or a client, without its secrets.
 *
 * @param kind which of the two
 * @param id never reused: a random UUID for a user, the client_id for a client; the token's {@code sub}
 * @param name a user's name to sign in with, a client's label
 * @param email a user's address, if known
 * @param access what it may do
 * @param createdAt when it was added
 * @param revokedAt when it was revoked, null while it is active
 * @param tokensFrom tokens issued before this are refused, null to accept all
 * @param watchMail whether it gets messages about its company's pens
 */
public record Account(Kind kind, String id, String name, @Nullable String email, Access access, Instant createdAt,
        @Nullable Instant revokedAt, @Nullable Instant tokensFrom, WatchMail watchMail) {

    /** A person with a password, or an integration with a secret. */
    public enum Kind { USER, CLIENT }

    /** Whether it may still be used. */
    public boolean active() {
        return revokedAt == null;
    }
}
