package io.tidemark.server.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pen on its site's last delivered day, from a row of {@code /v3/watch/units}.
 *
 * @param date              the day
 * @param siteId            the authority's site number
 * @param siteName          its name
 * @param unitId            the pen
 * @param fishCount         fish at the start of the day
 * @param daysSinceCollection days from the last collection of the dead to it; null without one
 * @param mortalityCount    fish found dead at that collection; null without one
 * @param mortalityPerMille the same of a thousand fish and day
 * @param limitPerMille     the limit above which mortality counts as increased
 * @param daysAboveLimit    days above it without a gap
 * @param signal            {@code limit}, {@code rising} or {@code quiet}
 * @param missingDays       days of the last 14 without a row
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonIgnoreProperties(ignoreUnknown = true)
public record WatchedPen(String date, String siteId, String siteName, String unitId, long fishCount,
        @Nullable Integer daysSinceCollection, @Nullable Long mortalityCount, @Nullable BigDecimal mortalityPerMille,
        BigDecimal limitPerMille, int daysAboveLimit, String signal, int missingDays) {

    /** The day of the last collection; only a pen with a signal surely has one. */
    LocalDate collected() {
        return LocalDate.parse(date).minusDays(Objects.requireNonNull(daysSinceCollection));
    }

    /** Whether the pen needs attention today. */
    boolean hasSignal() {
        return !signal.equals("quiet");
    }
}
