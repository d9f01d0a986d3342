package io.tidemark.server.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.math.BigDecimal;

/**
 * A pen on its site's last delivered day, from a row of {@code /v3/watch/units}.
 *
 * @param date              the day
 * @param siteId            the authority's site number
 * @param siteName          its name
 * @param unitId            the pen
 * @param fishCount         fish at the start of the day
 * @param mortalityCount    fish found dead that day
 * @param mortalityPerMille the same of a thousand
 * @param limitPerMille     the limit above which mortality counts as increased
 * @param daysAboveLimit    days above it without a gap
 * @param signal            {@code limit}, {@code rising} or {@code quiet}
 * @param missingDays       days of the last 14 without a row
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonIgnoreProperties(ignoreUnknown = true)
public record WatchedPen(String date, String siteId, String siteName, String unitId, long fishCount,
        long mortalityCount,
        BigDecimal mortalityPerMille, BigDecimal limitPerMille, int daysAboveLimit, String signal, int missingDays) {

    /** Whether the pen needs attention today. */
    boolean hasSignal() {
        return !signal.equals("quiet");
    }
}
