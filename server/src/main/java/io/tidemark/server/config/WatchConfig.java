package io.tidemark.server.config;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the watch over own pens.
 *
 * @param limits    the mortality that counts as increased
 * @param dashboard the dashboard's address for links; null for no links
 * @param webhook   where each company's message is posted; null for nowhere
 * @param mail      the mail server for messages; null for none
 */
public record WatchConfig(Limits limits, @Nullable URI dashboard, @Nullable Webhook webhook, @Nullable Mail mail) {

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

        private static final String LIGHT = "light_limit";
        private static final String HEAVY_FROM = "heavy_from_gram";
        private static final String HEAVY = "heavy_limit";
        /** The names of the constants of SQL files that these are. */
        public static final Set<String> NAMES = Set.of(LIGHT, HEAVY_FROM, HEAVY);

        /** The constants of SQL files that these are, by name. */
        public Map<String, Object> constants() {
            return Map.of(LIGHT, light, HEAVY_FROM, heavyFrom, HEAVY, heavy);
        }
    }

    /**
     * A receiver of posts.
     *
     * @param address its address
     * @param secret  what the posts are signed with
     */
    public record Webhook(URI address, String secret) {
        /** Leaves out both, since the address may contain a token. */
        @Override
        public String toString() {
            return "Webhook[***]";
        }
    }

    /**
     * A mail server.
     *
     * @param host     its name
     * @param port     its port
     * @param starttls whether nothing is sent without STARTTLS
     * @param login    user and password; null for no sign-in
     * @param from     the sender's address
     */
    public record Mail(String host, int port, boolean starttls, @Nullable Login login, String from) {}

    /**
     * A sign-in.
     *
     * @param user     the user
     * @param password its password
     */
    public record Login(String user, String password) {
        /** Leaves out the password. */
        @Override
        public String toString() {
            return "Login[" + user + ", ***]";
        }
    }
}
