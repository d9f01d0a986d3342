package io.tidemark.server.config;

import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.trino.TrinoEngine;
import io.tidemark.server.trino.TrinoSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the settings of {@link TrinoSettings}. */
final class TrinoReader {

    private TrinoReader() {}

    /** Reads the settings; null if queries run in DuckDB. */
    static @Nullable TrinoSettings read(SettingValues values) {
        String engine = values.text(Setting.ENGINE);
        if (!engine.equals(TrinoEngine.NAME)) {
            if (!engine.equals(DuckEngine.NAME)) {
                values.mistake(Setting.ENGINE, "must be " + DuckEngine.NAME + " or " + TrinoEngine.NAME + ", not " + engine);
            }
            return null;
        }
        return settings(values);
    }

    private static TrinoSettings settings(SettingValues values) {
        TrinoSettings.Account reader = account(values, Setting.TRINO_USER, Setting.TRINO_PASSWORD, Setting.TRINO_TOKEN);
        boolean publishes = !values.text(Setting.PUBLISHER_USER).isEmpty();
        TrinoSettings.Account publisher = account(values, Setting.PUBLISHER_USER, Setting.PUBLISHER_PASSWORD, Setting.PUBLISHER_TOKEN);
        if (reader.user().isEmpty()) {
            values.mistake(Setting.TRINO_USER, "must name a user");
        }
        if (!publishes && (publisher.password() != null || publisher.token() != null)) {
            values.mistake(Setting.PUBLISHER_USER, "must name the user whose password or token is set");
        }
        return new TrinoSettings(url(values), catalog(values), location(values), certificate(values), reader, publishes ? publisher : null);
    }

    private static URI url(SettingValues values) {
        String text = values.text(Setting.TRINO_URL);
        if (!text.matches("https?://[A-Za-z0-9.\\[\\]:-]{1,250}/?")) {
            values.mistake(Setting.TRINO_URL, "must be an address such as https://trino.example.org:8443" + instead(text));
            return URI.create("http://localhost");
        }
        return URI.create(text);
    }

    private static String catalog(SettingValues values) {
        String catalog = values.text(Setting.TRINO_CATALOG);
        if (!catalog.matches("[a-z0-9_]{1,100}")) {
            values.mistake(Setting.TRINO_CATALOG, "must be the name of a catalog, in small letters, digits and _, not " + catalog);
        }
        return catalog;
    }

    private static String location(SettingValues values) {
        String location = values.text(Setting.TRINO_LOCATION).replaceFirst("/+$", "");
        if (!location.matches("[a-z0-9]{2,20}://[!-~]{1,500}")) {
            values.mistake(Setting.TRINO_LOCATION, "must be the lake's folder as Trino names it, such as s3://bucket/lake" + instead(location));
        }
        return location;
    }

    private static String instead(String text) {
        return text.isEmpty() ? "" : ", not " + text;
    }

    private static @Nullable Path certificate(SettingValues values) {
        String file = values.text(Setting.TRINO_CERTIFICATE);
        if (file.isEmpty()) {
            return null;
        }
        if (!Files.isReadable(Path.of(file))) {
            values.mistake(Setting.TRINO_CERTIFICATE, "must be a readable file, not " + file);
        }
        return Path.of(file);
    }

    // the driver refuses a password without TLS, but only at the first query
    private static TrinoSettings.Account account(SettingValues values, Setting user, Setting password, Setting token) {
        String secret = values.text(password);
        String jwt = values.text(token);
        if (!secret.isEmpty() && !jwt.isEmpty()) {
            values.mistake(password, "and " + token.key() + " cannot both be set");
        }
        if ((!secret.isEmpty() || !jwt.isEmpty()) && !values.text(Setting.TRINO_URL).startsWith("https:")) {
            values.mistake(secret.isEmpty() ? token : password, "needs " + Setting.TRINO_URL.key() + " to be an https address");
        }
        return new TrinoSettings.Account(values.text(user), secret.isEmpty() ? null : secret, jwt.isEmpty() ? null : jwt);
    }
}
