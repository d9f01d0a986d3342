package io.tidemark.server.config;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a Trino and of the lake's location in it.
 *
 * @param location          the lake's folder as Trino names it, without a slash at the end
 * @param secrets           what the user of queries signs in with
 * @param publishingUser    the user that creates tables of new snapshots; null if {@code tidemark snapshot publish}
 *                          creates them elsewhere
 * @param publishingSecrets what that user signs in with
 */
public record TrinoSettings(
        @Setting(key = "trino.url", form = Form.TRINO_URL) URI url,
        @Setting(key = "trino.catalog", byDefault = "hive", form = Form.TRINO_CATALOG) String catalog,
        @Setting(key = "trino.location", form = Form.TRINO_LOCATION) String location,
        @Setting(key = "trino.certificate", form = Form.READABLE_FILE) @Nullable Path certificate,
        @Setting(key = "trino.user", byDefault = "tidemark", form = Form.USER) String user,
        @Section(prefix = "trino.") Secrets secrets,
        @Setting(key = "trino.publisher.user") @Nullable String publishingUser,
        @Section(prefix = "trino.publisher.") Secrets publishingSecrets) implements Checked {

    /** The name of Trino as an engine. */
    public static final String ENGINE = "trino";

    /** What a user signs in with; at most one of the two. */
    public record Secrets(
            @Setting(key = "password", secret = true) @Nullable String password,
            @Setting(key = "token", secret = true) @Nullable String token)
            implements Checked {

        @Override
        public void check(Mistakes mistakes) {
            if (password != null && token != null) {
                mistakes.add("password", "and " + mistakes.prefix() + "token cannot both be set");
            }
        }

        // the driver refuses a password without TLS, but only at the first query
        private void needTls(URI url, String prefix, Mistakes mistakes) {
            if ((password != null || token != null) && !"https".equals(url.getScheme())) {
                mistakes.add(prefix + (password == null ? "token" : "password"),
                        "needs trino.url to be an https address");
            }
        }

        /** Leaves out both. */
        @Override
        public String toString() {
            return "***";
        }
    }

    /**
     * A user of Trino; with a password, a token (JWT), or neither.
     *
     * @param user    name
     * @param secrets what it signs in with
     */
    public record Account(String user, Secrets secrets) {}

    /** The account for queries, which only needs to read. */
    public Account reader() {
        return new Account(user, secrets);
    }

    /**
     * The account that creates tables of new snapshots;
     * null if {@code tidemark snapshot publish} creates them elsewhere.
     */
    public @Nullable Account publisher() {
        return publishingUser == null ? null : new Account(publishingUser, publishingSecrets);
    }

    @Override
    public void check(Mistakes mistakes) {
        secrets.needTls(url, "trino.", mistakes);
        publishingSecrets.needTls(url, "trino.publisher.", mistakes);
        if (publishingUser == null && (publishingSecrets.password != null || publishingSecrets.token != null)) {
            mistakes.add("trino.publisher.user", "must name the user whose password or token is set");
        }
    }
}
