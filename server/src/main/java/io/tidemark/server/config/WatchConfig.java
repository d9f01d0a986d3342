package io.tidemark.server.config;

import java.util.Map;

/**
 * The settings of the watch over own pens.
 *
 * @param limits the mortality that counts as increased
 */
public record WatchConfig(Limits limits) {

    /**
     * Mortality above which a pen has increased mortality, in fish of a million a day.
     *
     * @param light     below the weight
     * @param heavyFrom the weight, grams
     * @param heavy     from the weight on
     */
    public record Limits(int light, int heavyFrom, int heavy) {

        /** The constants of SQL files that these are, by name. */
        public Map<String, Object> constants() {
            return Map.of("light_limit", light, "heavy_from_gram", heavyFrom, "heavy_limit", heavy);
        }
    }
}
