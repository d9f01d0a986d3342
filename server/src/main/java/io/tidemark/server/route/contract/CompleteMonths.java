package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The window of a route that has no dates: its last months that the data cover to their last day, {@code window: 36 complete months}.
 *
 * @param months how many
 */
public record CompleteMonths(int months) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}) complete months");

    /** Reads what a header says. */
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
     * @param dataEnd last day of the data; a day without data when there are none
     */
    public LocalDate end(@Nullable LocalDate dataEnd) {
        return (dataEnd == null ? LocalDate.EPOCH : dataEnd).plusDays(1).withDayOfMonth(1);
    }

    /** The window's first day. */
    public LocalDate start(@Nullable LocalDate dataEnd) {
        return end(dataEnd).minusMonths(months);
    }
}
