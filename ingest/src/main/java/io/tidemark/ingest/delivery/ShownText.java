package io.tidemark.ingest.delivery;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text of a delivery as people may see it. File names, headers and values come from others: what would steer a terminal, break
 * a line of a log or run as a formula in a spreadsheet is made visible instead.
 */
public final class ShownText {

    // what spreadsheets take for the beginning of a formula
    private static final Pattern FORMULA = Pattern.compile("[=+\\-@].*", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.,]+([eE][+-]?[0-9]+)?|-?(inf|nan|Infinity)",
            Pattern.CASE_INSENSITIVE);

    private ShownText() {}

    /** Control characters, marks of direction and line separators as {@code \}{@code u001b}; all else as it is. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(ShownText::isUnseen)) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isUnseen(c)) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    /** The same for a cell of a CSV: what a spreadsheet would take for a formula gets an apostrophe before it. */
    public static String cell(String value) {
        boolean formula = FORMULA.matcher(value).matches() && !NUMBER.matcher(value).matches();
        return (formula ? "'" : "") + of(value);
    }

    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                Character.SURROGATE -> true;
            default -> false;
        };
    }
}
