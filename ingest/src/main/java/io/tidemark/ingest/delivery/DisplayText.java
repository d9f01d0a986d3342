package io.tidemark.ingest.delivery;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Escapes text of a delivery for display. File names, headers and values are untrusted. This class makes characters
 * visible that would control a terminal, break a log line or run as a spreadsheet formula.
 */
public final class DisplayText {

    // matches characters that start a formula in spreadsheets
    private static final Pattern FORMULA = Pattern.compile("[=+\\-@].*", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.,]+([eE][+-]?[0-9]+)?|-?(inf|nan|Infinity)",
            Pattern.CASE_INSENSITIVE);

    private static final int MAX_LISTED = 20;
    private static final int MAX_ROW = 500;

    private DisplayText() {}

    /** A whole row as text, shortened; null is written as such. */
    public static String row(@Nullable String row) {
        return shortened(String.valueOf(row), MAX_ROW);
    }

    /**
     * Escapes control characters, direction marks and line separators as {@code \}{@code u001b};
     * keeps all other characters.
     */
    public static String of(String text) {
        if (text.codePoints().noneMatch(DisplayText::isUnseen)) {
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

    /** The first twenty items of a list, and the number of further ones. */
    public static String list(List<String> all) {
        return all.stream().limit(MAX_LISTED).map(DisplayText::of).collect(Collectors.joining(", "))
                + (all.size() > MAX_LISTED ? " and " + (all.size() - MAX_LISTED) + " more" : "");
    }

    /** A text, or so many of its first characters and three points. */
    public static String shortened(String text, int most) {
        return text.length() > most ? text.substring(0, most) + "..." : text;
    }

    /** Escapes a CSV cell like {@link #of}, and puts an apostrophe before a formula. */
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
