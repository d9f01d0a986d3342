package io.tidemark.ingest.file;

import java.util.regex.Pattern;

/**
 * How a workbook shows a number.
 *
 * @param isDay  whether as a day
 * @param digits the least number of digits, for formats of zeros alone: 000 shows a unit 7 as 007; else 0
 */
record NumberFormat(boolean isDay, int digits) {

    /** As it is. */
    static final NumberFormat GENERAL = new NumberFormat(false, 0);

    /** Texts, colours and conditions, and signs that stand for themselves. */
    private static final Pattern NO_PART_OF_A_NUMBER = Pattern.compile("\"[^\"]*\"|\\[[^]]*]|[\\\\_*].");
    private static final Pattern DAY = Pattern.compile("[dyDY]");
    private static final Pattern ZEROS = Pattern.compile("0{2,15}");

    /** The format of such a text. */
    static NumberFormat of(String format) {
        return new NumberFormat(DAY.matcher(NO_PART_OF_A_NUMBER.matcher(format).replaceAll("")).find(),
                ZEROS.matcher(format).matches() ? format.length() : 0);
    }

    /** A number's text with the zeros before it that are shown. */
    String padded(String number) {
        return number.length() >= digits || !number.chars().allMatch(c -> c >= '0' && c <= '9') ? number
                : "0".repeat(digits - number.length()) + number;
    }
}
