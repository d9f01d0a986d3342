package io.tidemark.server.trino;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A Trino and where it finds the lake.
 *
 * @param url         the coordinator's address, {@code https://trino.example.org:8443}
 * @param catalog     a catalog of its Hive connector
 * @param location    the lake's folder as Trino names it, such as {@code s3://bucket/lake}, without a slash at the end
 * @param certificate PEM file of the authority that its certificate is checked with; the machine's authorities when null
 * @param reader      asks the queries; it need only read
 * @param publisher   makes the tables of new snapshots; null when somebody else does, with {@code tidemark snapshot publish}
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

        /** Without password and token. */
        @Override
        public String toString() {
            return user;
        }
    }
}
