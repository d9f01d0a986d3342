package io.tidemark.server.trino;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a Trino and of the lake's location in it.
 *
 * @param url         the coordinator's address, {@code https://trino.example.org:8443}
 * @param catalog     a catalog of its Hive connector
 * @param location    the lake's folder as Trino names it, such as {@code s3://bucket/lake}, without a slash at the end
 * @param certificate PEM file of the authority to check its certificate with; null for the machine's authorities
 * @param reader      the account for queries, which only needs to read
 * @param publisher   the account that creates tables of new snapshots; null if {@code tidemark snapshot publish} creates them elsewhere
 */
public record TrinoSettings(URI url, String catalog, String location, @Nullable Path certificate, Account reader,
        @Nullable Account publisher) {

    /**
     * A user of Trino; with a password, a token (JWT), or neither.
     *
     * @param user     name
     * @param password password, or null
     * @param token    access token, or null
     */
    public record Account(String user, @Nullable String password, @Nullable String token) {

        /** Leaves out password and token. */
        @Override
        public String toString() {
            return user;
        }
    }
}
