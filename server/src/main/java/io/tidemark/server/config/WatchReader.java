package io.tidemark.server.config;

import io.tidemark.server.identity.provider.ExternalIssuer;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the settings of {@link WatchConfig}. */
final class WatchReader {

    private static final int THOUSANDTHS = 3;
    private static final int LEAST_SECRET = 16;

    private WatchReader() {}

    static WatchConfig read(SettingValues values) {
        return new WatchConfig(limits(values), dashboard(values), webhook(values), mail(values));
    }

    static WatchConfig.Limits limits(SettingValues values) {
        List<String> parts = values.list(Setting.WATCH_LIMITS);
        if (parts.size() == 3 && isPerMille(parts.get(0)) && parts.get(1).matches("\\d{1,5}") && isPerMille(parts.get(2))) {
            return new WatchConfig.Limits(millionths(parts.get(0)), Integer.parseInt(parts.get(1)), millionths(parts.get(2)));
        }
        values.mistake(Setting.WATCH_LIMITS, "must be the per mille a day for light fish, the grams from which fish are heavy, and the per mille for"
                + " these, such as 0.5,500,0.25; not " + values.text(Setting.WATCH_LIMITS));
        return new WatchConfig.Limits(1, 0, 1);
    }

    private static @Nullable URI dashboard(SettingValues values) {
        String text = values.text(Setting.WATCH_DASHBOARD);
        if (text.isEmpty()) {
            return null;
        }
        URI address = ExternalIssuer.address(text).orElse(null);
        if (address == null) {
            values.mistake(Setting.WATCH_DASHBOARD, "must be an https address, or http on this machine, without user, query or fragment,"
                    + " not " + text);
        }
        return address;
    }

    /** Reads the webhook. Errors never repeat address or secret. */
    private static WatchConfig.@Nullable Webhook webhook(SettingValues values) {
        String text = values.text(Setting.WATCH_WEBHOOK);
        String secret = values.text(Setting.WATCH_SECRET);
        if (text.isEmpty() && secret.isEmpty()) {
            return null;
        }
        if (secret.length() < LEAST_SECRET) {
            values.mistake(Setting.WATCH_SECRET, "must have " + LEAST_SECRET + " characters or more, with " + Setting.WATCH_WEBHOOK.key());
        }
        URI address = address(text);
        if (address == null) {
            values.mistake(Setting.WATCH_WEBHOOK, "must be an https address, or http on this machine");
            return null;
        }
        return new WatchConfig.Webhook(address, secret);
    }

    // the query is left out of the check, as a receiver may want a token there
    private static @Nullable URI address(String text) {
        try {
            URI address = URI.create(text);
            return address.getFragment() == null && ExternalIssuer.address(text.replaceFirst("\\?.*", "")).isPresent() ? address : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static WatchConfig.@Nullable Mail mail(SettingValues values) {
        String host = values.text(Setting.WATCH_MAIL_HOST);
        int port = values.number(Setting.WATCH_MAIL_PORT, 1, 65_535);
        boolean starttls = values.yes(Setting.WATCH_MAIL_STARTTLS);
        String user = values.text(Setting.WATCH_MAIL_USER);
        String password = values.text(Setting.WATCH_MAIL_PASSWORD);
        if (user.isEmpty() != password.isEmpty()) {
            values.mistake(Setting.WATCH_MAIL_USER, "and " + Setting.WATCH_MAIL_PASSWORD.key() + " belong together; one of them is empty");
        }
        if (host.isEmpty()) {
            return null;
        }
        if (!host.matches("[A-Za-z0-9.:-]+")) {
            values.mistake(Setting.WATCH_MAIL_HOST, "must be a name or an address, not " + host);
        }
        String from = values.text(Setting.WATCH_MAIL_FROM);
        if (!from.matches("[!-~&&[^,;:<>()\"@]]+@[A-Za-z0-9.-]+")) {
            values.mistake(Setting.WATCH_MAIL_FROM, "must be an address such as tidemark@example.org, not " + from);
        }
        return new WatchConfig.Mail(host, port, starttls, user.isEmpty() ? null : new WatchConfig.Login(user, password), from);
    }

    private static boolean isPerMille(String text) {
        return text.matches("\\d{1,3}(\\.\\d{1,3})?") && millionths(text) > 0;
    }

    private static int millionths(String perMille) {
        return new BigDecimal(perMille).movePointRight(THOUSANDTHS).intValueExact();
    }
}
