package io.tidemark.ingest.authority.format;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A day as the authority publishes it: {@code 2026-01-31}, {@code 31.01.2026} or {@code 31-01-2026}, or an instant that is midnight in Norway,
 * with or without a zone.
 */
public final class PublishedDay {

    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
    private static final Pattern FORM = Pattern.compile("(?:(\\d{4}-\\d{2}-\\d{2})|(\\d{2})[.-](\\d{2})[.-](\\d{4}))"
            + "(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)(Z|[+-]\\d{2}:\\d{2})?)?");
    private static final LocalDate EARLIEST = LocalDate.of(1990, 1, 1);

    private PublishedDay() {}

    /** The day in a column. */
    public static LocalDate of(AuthorityRow row, String column) throws RowRejected {
        String text = row.required(column);
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new RowRejected(column, text, "not a day, as in 2026-01-31");
        }
        LocalDate day;
        try {
            LocalDate written = form.group(1) != null ? LocalDate.parse(form.group(1))
                    : LocalDate.of(Integer.parseInt(form.group(4)), Integer.parseInt(form.group(3)), Integer.parseInt(form.group(2)));
            LocalDateTime local = written.atTime(form.group(5) == null ? LocalTime.MIDNIGHT : LocalTime.parse(form.group(5)));
            LocalDateTime norwegian = form.group(6) == null ? local
                    : OffsetDateTime.parse(local + (local.getSecond() == 0 && local.getNano() == 0 ? ":00" : "") + form.group(6))
                            .atZoneSameInstant(NORWAY).toLocalDateTime();
            if (!norwegian.toLocalTime().equals(LocalTime.MIDNIGHT)) {
                throw new RowRejected(column, text, "not midnight in Norway, so not a day");
            }
            day = norwegian.toLocalDate();
        } catch (DateTimeException e) {
            throw new RowRejected(column, text, "no such day");
        }
        if (day.isBefore(EARLIEST)) {
            throw new RowRejected(column, text, "is before " + EARLIEST);
        }
        return day;
    }
}
