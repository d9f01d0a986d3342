package io.tidemark.ingest.contract;

/**
 * How days and times are written: {@code 2026-03-31}, or day first with dots as in Norway, {@code 31.03.2026}; a time of the day may
 * follow. Four digits of the year always. Slashes are refused, since 03/04/2026 is two different days.
 */
public final class DayText {

    private static final String FORMS = "['%Y-%m-%d', '%Y-%m-%dT%H:%M', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M', "
            + "'%Y-%m-%d %H:%M:%S', '%d.%m.%Y', '%d.%m.%Y %H:%M', '%d.%m.%Y %H:%M:%S']";
    private static final String DOTTED_FORMS = "['%d.%m.%Y', '%d.%m.%Y %H:%M', '%d.%m.%Y %H:%M:%S']";
    private static final String SHORT_YEAR = "'[.]\\d{1,3}( |$)'";

    private DayText() {}

    /** SQL: the day that a text is; NULL when it is none, or not at midnight. */
    public static String day(String text) {
        String time = "try_strptime(" + text + ", " + FORMS + ")";
        return "CASE WHEN NOT regexp_matches(trim(" + text + "), " + SHORT_YEAR + ") AND " + time + " = date_trunc('day', " + time
                + ") THEN CAST(" + time + " AS DATE) END";
    }

    /** SQL: the text of an instant, with dots as ISO; all else as it is. */
    static String instant(String text) {
        return "CASE WHEN " + text + " LIKE '%.%.%' AND NOT regexp_matches(" + text + ", " + SHORT_YEAR
                + ") THEN coalesce(strftime(try_strptime(" + text + ", " + DOTTED_FORMS + "), '%Y-%m-%dT%H:%M:%S'), " + text
                + ") ELSE " + text + " END";
    }
}
