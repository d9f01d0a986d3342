package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The window of a route without dates: the last complete months, {@code window: 36 complete months}.
 *
 * @param months number of months
 */
public record CompleteMonths(int months) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}) complete months");

    /** Parses a header's value. */
    @JsonCreator
    static CompleteMonths written(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("no window " + text + "; there are such as 36 complete months");
        }
        return new CompleteMonths(Integer.parseInt(form.group(1)));
    }

    /**
     * The first day after the window.
     *
     * @param completeThrough the day up to which the data are complete; null without data
     */
    public LocalDate end(@Nullable LocalDate completeThrough) {
        return (completeThrough == null ? LocalDate.EPOCH : completeThrough).plusDays(1).withDayOfMonth(1);
    }

    /** The first day of the window. */
    public LocalDate start(@Nullable LocalDate completeThrough) {
        return end(completeThrough).minusMonths(months);
    }
}
