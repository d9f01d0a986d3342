package io.tidemark.server.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * A parsed SQL file: its YAML header comment, and the SQL after it.
 * @param file       path under {@code sql/}
 * @param header     the YAML; empty without a header
 * @param headerLine number of the lines before the YAML
 * @param lines      the SQL, without blank lines at either end
 */
public record SqlWithHeader(String file, String header, int headerLine, List<SqlLine> lines) {

    private static final String OPEN = "/*";
    private static final String CLOSE = "*/";

    /** Parses a text. */
    public static SqlWithHeader read(String file, String text) {
        int open = text.indexOf(OPEN);
        int close = text.indexOf(CLOSE);
        boolean has = open >= 0 && close > open && text.substring(0, open).isBlank();
        int start = has ? close + CLOSE.length() : 0;
        List<SqlLine> lines = new ArrayList<>();
        int number = lineBreaks(text.substring(0, start)) + 1;
        for (String line : text.substring(start).split("\n", -1)) {
            lines.add(new SqlLine(line.stripTrailing(), file, number++));
        }
        while (!lines.isEmpty() && lines.getFirst().text().isBlank()) {
            lines.removeFirst();
        }
        while (!lines.isEmpty() && lines.getLast().text().isBlank()) {
            lines.removeLast();
        }
        return new SqlWithHeader(file, has ? text.substring(open + OPEN.length(), close) : "",
                has ? lineBreaks(text.substring(0, open)) : 0, List.copyOf(lines));
    }

    private static int lineBreaks(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }
}
