package io.tidemark.server.config;

import io.tidemark.server.http.limit.AddressRange;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings of {@link GuardConfig}. */
final class GuardReader {

    private static final int LONGEST_MINUTES = 3600;
    private static final Pattern ORIGIN = 
            Pattern.compile("https?://([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(:\\d{1,5})?");

    private GuardReader() {}

    static GuardConfig read(SettingValues values) {
        String audit = values.text(Setting.AUDIT_FILE);
        return new GuardConfig(
                new GuardConfig.Connections(values.number(Setting.MAX_CONNECTIONS, 1, 1_000_000),
                        values.number(Setting.MAX_URL, 256, 1 << 20), values.number(Setting.MAX_HEADERS, 1024, 1 << 20),
                        values.seconds(Setting.REQUEST_TIME, 1, LONGEST_MINUTES)),
                proxies(values), tls(values), origins(values),
                new GuardConfig.Limits(values.number(Setting.SIGN_IN_FAILURES, 1, 1_000_000),
                        values.seconds(Setting.LONGEST_WAIT, 0, LONGEST_MINUTES),
                        values.number(Setting.REQUESTS, 1, 1_000_000)),
                new GuardConfig.Audit(audit.isEmpty() ? null : Path.of(audit), values.number(Setting.AUDIT_SIZE, 0, 100_000),
                        values.number(Setting.AUDIT_KEEP, 1, 1000)),
                new GuardConfig.Accesses(values.number(Setting.ACCESS_DAYS, 1, 36_500),
                        values.number(Setting.ACCESS_SIZE, 10, 1_000_000)),
                new GuardConfig.Alert(values.number(Setting.ALERT_FAILURES, 1, 1_000_000),
                        values.seconds(Setting.ALERT_WINDOW, 1, LONGEST_MINUTES), webhook(values)));
    }

    private static List<AddressRange> proxies(SettingValues values) {
        if (!values.yes(Setting.BEHIND_PROXY)) {
            return List.of();
        }
        List<AddressRange> ranges = new ArrayList<>();
        for (String text : values.list(Setting.TRUSTED_PROXIES)) {
            AddressRange.parse(text).ifPresentOrElse(ranges::add, () -> values.mistake(Setting.TRUSTED_PROXIES,
                    "must be addresses or ranges such as 10.0.0.0/8, not " + text));
        }
        return List.copyOf(ranges);
    }

    private static GuardConfig.@Nullable Tls tls(SettingValues values) {
        String certificate = values.text(Setting.TLS_CERTIFICATE);
        String key = values.text(Setting.TLS_KEY);
        if (certificate.isEmpty() != key.isEmpty()) {
            values.mistake(Setting.TLS_CERTIFICATE, "and " + Setting.TLS_KEY.key() + " belong together; one of them is empty");
        }
        return certificate.isEmpty() || key.isEmpty() ? null : new GuardConfig.Tls(Path.of(certificate), Path.of(key));
    }

    private static List<String> origins(SettingValues values) {
        List<String> origins = new ArrayList<>();
        for (String text : values.list(Setting.CORS_ORIGINS)) {
            if (!ORIGIN.matcher(text).matches()) {
                values.mistake(Setting.CORS_ORIGINS, "must be origins such as https://app.example.org, not " + text);
            }
            origins.add(text.toLowerCase(Locale.ROOT));
        }
        return List.copyOf(origins);
    }

    /** Reads the webhook's address. Errors never repeat the value, which may contain a token. */
    private static @Nullable URI webhook(SettingValues values) {
        String text = values.text(Setting.ALERT_WEBHOOK);
        if (text.isEmpty()) {
            return null;
        }
        try {
            URI uri = URI.create(text);
            String scheme = String.valueOf(uri.getScheme());
            if (uri.getHost() != null && (scheme.equals("https") || scheme.equals("http"))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // reported below, like any other text
        }
        values.mistake(Setting.ALERT_WEBHOOK, "must be an http or https address");
        return null;
    }
}
