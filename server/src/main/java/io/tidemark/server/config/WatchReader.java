package io.tidemark.server.config;

import java.math.BigDecimal;
import java.util.List;

/** Reads the settings of {@link WatchConfig}. */
final class WatchReader {

    private static final int THOUSANDTHS = 3;

    private WatchReader() {}

    static WatchConfig read(SettingValues values) {
        List<String> parts = values.list(Setting.WATCH_LIMITS);
        if (parts.size() == 3 && isPerMille(parts.get(0)) && parts.get(1).matches("\\d{1,5}") && isPerMille(parts.get(2))) {
            return new WatchConfig(new WatchConfig.Limits(millionths(parts.get(0)), Integer.parseInt(parts.get(1)), millionths(parts.get(2))));
        }
        values.mistake(Setting.WATCH_LIMITS, "must be the per mille a day for light fish, the grams from which fish are heavy, and the per mille for"
                + " these, such as 0.5,500,0.25; not " + values.text(Setting.WATCH_LIMITS));
        return new WatchConfig(new WatchConfig.Limits(1, 0, 1));
    }

    private static boolean isPerMille(String text) {
        return text.matches("\\d{1,3}(\\.\\d{1,3})?") && millionths(text) > 0;
    }

    private static int millionths(String perMille) {
        return new BigDecimal(perMille).movePointRight(THOUSANDTHS).intValueExact();
    }
}
