package io.tidemark.server.identity.key;

import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.state.StateCache;
import io.tidemark.server.identity.state.StateException;
import java.time.Clock;
import java.util.Optional;

/** Checks X-API-Key headers. An unknown id takes as long as a wrong secret. Thread-safe. */
public record ApiKeyCheck(StateCache<Optional<ApiKeys.Kept>> keys, KeyUses uses, Clock clock) {

    /** Whether a text has the form of our keys. */
    public static boolean isKey(String text) {
        return SentApiKey.parse(text).isPresent();
    }

    /**
     * The caller of a key.
     *
     * @throws IdentityException if it is not one of our active keys
     * @throws StateException when the keys cannot be read
     */
    public Caller verify(String header) throws IdentityException {
        SentApiKey sent = SentApiKey.parse(header).orElseThrow(() -> new IdentityException(Reason.KEY_MALFORMED));
        Optional<ApiKeys.Kept> kept = keys.of(sent.id());
        boolean same = Secrets.matches(sent.secret(), kept.map(ApiKeys.Kept::secretHash).orElse(Accounts.NOBODY));
        ApiKey key = kept.orElseThrow(() -> new IdentityException(Reason.KEY_UNKNOWN)).key();
        String account = key.subject();
        if (!same) {
            throw new IdentityException(Reason.KEY_WRONG_SECRET, account);
        }
        if (key.revokedAt() != null) {
            throw new IdentityException(Reason.KEY_REVOKED, account);
        }
        if (key.expiresAt() != null && !clock.instant().isBefore(key.expiresAt())) {
            throw new IdentityException(Reason.KEY_EXPIRED, account);
        }
        uses.used(key.id());
        return key.caller();
    }
}
