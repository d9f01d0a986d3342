package io.tidemark.server.config;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the watch over own pens.
 *
 * @param limits    the mortality that counts as increased
 * @param dashboard the dashboard's address for links; null for no links
 * @param webhook   where each company's message is posted; null for nowhere
 * @param mail      the mail server for messages; null for none
 */
public record WatchConfig(
        @Setting(key = LIMITS, byDefault = "0.5,500,0.25", form = Form.MORTALITY_LIMITS) Limits limits,
        @Setting(key = "watch.dashboard", form = Form.PROVIDER_ADDRESS) @Nullable URI dashboard,
        @Section(with = "watch.webhook", together = "watch.webhook-secret") @Nullable Webhook webhook,
        @Section(with = "watch.mail-host") @Nullable Mail mail) {

    static final String LIMITS = "watch.limits";

    /** Whether any message is sent. */
    public boolean sends() {
        return webhook != null || mail != null;
    }

    /**
     * Mortality above which a pen has increased mortality, in fish of a million a day.
     *
     * @param light     below the weight
     * @param heavyFrom the weight, grams
     * @param heavy     from the weight on
     */
    public record Limits(int light, int heavyFrom, int heavy) {

        private static final String PER_MILLE = "(\\d{1,3}(?:\\.\\d{1,3})?)";
        private static final Pattern FORM = Pattern.compile(PER_MILLE + ",(\\d{1,5})," + PER_MILLE);
        private static final int THOUSANDTHS = 3;
        private static final String LIGHT = "light_limit";
        private static final String HEAVY_FROM = "heavy_from_gram";
        private static final String HEAVY = "heavy_limit";
        /** The names of the constants of SQL files that these are. */
        public static final Set<String> NAMES = Set.of(LIGHT, HEAVY_FROM, HEAVY);

        /** Reads per mille, grams and per mille; null if the text is something else. */
        static @Nullable Limits parse(String text) {
            Matcher parts = FORM.matcher(String.join(",", SettingValues.items(text)));
            if (!parts.matches()) {
                return null;
            }
            Limits read = new Limits(millionths(parts.group(1)), Integer.parseInt(parts.group(2)),
                    millionths(parts.group(3)));
            return read.light > 0 && read.heavy > 0 ? read : null;
        }

        private static int millionths(String perMille) {
            return new BigDecimal(perMille).movePointRight(THOUSANDTHS).intValueExact();
        }

        /** The constants of SQL files that these are, by name. */
        public Map<String, Object> constants() {
            return Map.of(LIGHT, light, HEAVY_FROM, heavyFrom, HEAVY, heavy);
        }
    }

    /** A receiver of posts, and what they are signed with. */
    public record Webhook(
            @Setting(key = "watch.webhook", form = Form.RECEIVER, secret = true) URI address,
            @Setting(key = "watch.webhook-secret", form = Form.SIGNING_SECRET, secret = true) String secret) {
        /** Leaves out both, since the address may contain a token. */
        @Override
        public String toString() {
            return "Webhook[***]";
        }
    }

    /**
     * A mail server.
     *
     * @param starttls whether nothing is sent without STARTTLS
     * @param login    user and password; null for no sign-in
     */
    public record Mail(
            @Setting(key = "watch.mail-host", form = Form.MAIL_SERVER) String host,
            @Setting(key = "watch.mail-port", byDefault = "587", range = {1, 65_535}) int port,
            @Setting(key = "watch.mail-starttls", byDefault = "true") boolean starttls,
            @Section(with = "watch.mail-user", together = "watch.mail-password") @Nullable Login login,
            @Setting(key = "watch.mail-from", form = Form.MAIL_ADDRESS) String from) {}

    /** A sign-in. */
    public record Login(
            @Setting(key = "watch.mail-user") String user,
            @Setting(key = "watch.mail-password", secret = true) String password) {
        /** Leaves out the password. */
        @Override
        public String toString() {
            return "Login[" + user + ", ***]";
        }
    }
}
