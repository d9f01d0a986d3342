package io.tidemark.server.identity.account;

import io.tidemark.server.identity.state.StateCache;
import io.tidemark.server.identity.state.StateException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks whether an x-client-secret belongs to a caller. Thread-safe. */
public record ClientSecrets(StateCache<Map<String, String>> hashesOfFarmer) {

    private static final int MAX_CHARACTERS = 256;

    /**
     * Whether a secret is the caller's: that of the client whose token it is, or, for a user's token, of any client of
     * the same farmer. Every candidate is compared, each in constant time.
     *
     * @param secret the header as sent, null when there was none
     * @throws StateException when the clients cannot be read
     */
    public boolean belongs(@Nullable String secret, Caller caller) {
        String farmer = caller.farmerId();
        if (secret == null || secret.length() > MAX_CHARACTERS || farmer == null) {
            return false;
        }
        String client = caller.clientId();
        boolean found = false;
        for (Map.Entry<String, String> candidate : hashesOfFarmer.of(farmer).entrySet()) {
            boolean same = Secrets.matches(secret, candidate.getValue());
            found |= same && (client == null || client.equals(candidate.getKey()));
        }
        return found;
    }
}
