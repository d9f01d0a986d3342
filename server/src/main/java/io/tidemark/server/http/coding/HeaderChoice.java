package io.tidemark.server.http.coding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One choice in an Accept or Accept-Encoding header.
 *
 * @param name    media range or coding, in lower case, without its parameters
 * @param quality its weight, 0 to 1; 0 excludes it
 */
public record HeaderChoice(String name, double quality) {

    // allows more digits than RFC 9110, and no zero before the point, as old Java clients send it
    private static final Pattern QUALITY = Pattern.compile("[01](\\.\\d{0,9})?|\\.\\d{1,9}");

    /** The choices in a header's lines, in order. Choices with an invalid weight are left out. */
    public static List<HeaderChoice> all(List<String> lines) {
        List<HeaderChoice> choices = new ArrayList<>();
        for (String line : lines) {
            for (String part : split(line, ',')) {
                HeaderChoice choice = read(split(part, ';'));
                if (choice != null) {
                    choices.add(choice);
                }
            }
        }
        return choices;
    }

    private static @Nullable HeaderChoice read(List<String> parts) {
        String name = parts.getFirst().strip().toLowerCase(Locale.ROOT);
        double quality = 1;
        for (String parameter : parts.subList(1, parts.size())) {
            String text = parameter.strip().toLowerCase(Locale.ROOT);
            if (text.startsWith("q=")) {
                String weight = text.substring(2).strip();
                quality = QUALITY.matcher(weight).matches() ? Double.parseDouble(weight) : Double.NaN;
            }
        }
        return name.isEmpty() || !(quality <= 1) ? null : new HeaderChoice(name, quality);
    }

    /** The parts between separators outside of double quotes. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quoted) {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
