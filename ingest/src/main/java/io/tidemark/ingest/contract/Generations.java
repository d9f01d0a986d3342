package io.tidemark.ingest.contract;

/**
 * Generations in SQL: {@code V2025} for fish transferred to sea from January to July, {@code H2025} from August to
 * December; {@code 2025 - Vår}, {@code 2025 - Høst}, {@code 2025 - Spring}, {@code 2025 - Autumn} are read too.
 */
final class Generations {

    private static final String DISPLAY_NAME = "([0-9]{4}) *- *(vår|høst|spring|autumn)";

    private Generations() {}

    /** The code of what is well formed, anything else as it was. */
    static String normal(String column) {
        String text = "nullif(trim(" + column + "), '')";
        String name = "lower(nfc_normalize(" + text + "))";
        return "CASE WHEN " + column + " IS NULL THEN NULL"
                // the common case first, without a regular expression
                + " WHEN length(" + column + ") = 5 AND left(" + column + ", 1) IN ('V', 'H')"
                + " AND TRY_CAST(right(" + column + ", 4) AS USMALLINT) BETWEEN 1000 AND 9999 THEN " + column
                + " WHEN regexp_full_match(" + name + ", '" + DISPLAY_NAME + "') THEN"
                + " CASE WHEN regexp_extract(" + name + ", '" + DISPLAY_NAME + "', 2) IN ('vår', 'spring') THEN 'V' ELSE 'H' END"
                + " || left(" + name + ", 4)"
                + " WHEN regexp_full_match(upper(" + text + "), '[VH][0-9]{4}') THEN upper(" + text + ")"
                + " ELSE " + text + " END";
    }

    /** True for a normal value that is no code of a year that can be. */
    static String isMalformed(String column) {
        return column + " IS NOT NULL AND (length(" + column + ") <> 5 OR left(" + column + ", 1) NOT IN ('V', 'H') "
                + "OR coalesce(TRY_CAST(right(" + column + ", 4) AS USMALLINT), 0) NOT BETWEEN 1985 AND year($today) + 1)";
    }

    /** The code that a transfer date gives. */
    static String of(String date) {
        return "CASE WHEN month(" + date + ") <= 7 THEN 'V' ELSE 'H' END || CAST(year(" + date + ") AS VARCHAR)";
    }
}
