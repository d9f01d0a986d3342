package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.file.TextLines;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a text. The authority's dumps do not quote, so that a name may begin with a quote; spreadsheets that
 * saved them do. So a line is split by quotes if that gives as many values as the header has columns, else without
 * them, else together with the lines after it, for a value with line breaks. A quote that is not closed costs one row.
 */
final class SplitRows {

    private static final int MAX_LINES = 20;
    private static final int MAX_JOINED = 64 * 1024;
    /** So many quotes that are not closed are letters: to look for the end of each would take hours in a large file. */
    private static final int MAX_FAILED = 1_000;

    private final TextLines lines;
    private final Deque<Line> ahead = new ArrayDeque<>();
    private char separator = ';';
    private int columns;
    private int failed;

    private record Line(String text, long number, boolean isCut) {}

    /** A row: its values, stripped, and the line where it begins. No values: the row is too long. */
    record Row(List<String> values, long line, boolean isCut) {}

    SplitRows(TextLines lines) {
        this.lines = lines;
    }

    /** The next line as it is; null after the last. */
    @Nullable String line() throws IOException, BadFileException {
        Line line = take();
        return line == null ? null : line.text();
    }

    /** From here on the lines are rows. */
    void split(char at, int into) {
        separator = at;
        columns = into;
    }

    /** The next row; null after the last. */
    @Nullable Row next() throws IOException, BadFileException {
        Line line = take();
        if (line == null) {
            return null;
        }
        if (line.isCut()) {
            return new Row(List.of(), line.number(), true);
        }
        Optional<List<String>> quoted = Separators.quoted(line.text(), separator);
        List<String> plain = Separators.plain(line.text(), separator);
        boolean fits = quoted.filter(values -> values.size() == columns).isPresent();
        if (fits || plain.size() == columns) {
            return new Row(fits ? quoted.get() : plain, line.number(), false);
        }
        return new Row(quoted.or(() -> joined(line)).orElse(plain), line.number(), false);
    }

    // once its quotes are closed the text is a row or none: more lines would be rows of their own
    private Optional<List<String>> joined(Line first) {
        StringBuilder text = new StringBuilder(first.text());
        List<Line> after = failed < MAX_FAILED ? peek() : List.of();
        for (int i = 0; i < after.size() && text.length() < MAX_JOINED; i++) {
            text.append('\n').append(after.get(i).text());
            Optional<List<String>> values = Separators.quoted(text.toString(), separator);
            if (values.filter(all -> all.size() == columns).isPresent()) {
                after.subList(0, i + 1).forEach(line -> ahead.remove());
                return values;
            }
            if (values.isPresent()) {
                break;
            }
        }
        failed++;
        return Optional.empty();
    }

    private List<Line> peek() {
        try {
            while (ahead.size() < MAX_LINES) {
                Line line = read();
                if (line == null) {
                    break;
                }
                ahead.add(line);
            }
        } catch (IOException | BadFileException e) {
            // it is met again when these lines have been taken
            return List.copyOf(ahead);
        }
        return List.copyOf(ahead);
    }

    private @Nullable Line take() throws IOException, BadFileException {
        return ahead.isEmpty() ? read() : ahead.remove();
    }

    private @Nullable Line read() throws IOException, BadFileException {
        String text = lines.next();
        return text == null ? null : new Line(text, lines.number(), lines.isCut());
    }
}
