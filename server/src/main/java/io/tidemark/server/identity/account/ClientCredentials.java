package io.tidemark.server.identity.account;

/**
 * A new client with its secrets, which are shown once and stored only as hashes.
 *
 * @param client the client; its id is the client_id
 * @param clientSecret for the token endpoint
 * @param xClientSecret for the x-client-secret header of data routes, for farmers who are not premium
 */
public record ClientCredentials(Account client, String clientSecret, String xClientSecret) {
    /** Leaves out the secrets. */
    @Override
    public String toString() {
        return "ClientCredentials[" + client.id() + "]";
    }
}
