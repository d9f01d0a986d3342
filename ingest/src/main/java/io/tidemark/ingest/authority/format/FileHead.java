package io.tidemark.ingest.authority.format;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The beginning of a text file.
 *
 * @param file    the file
 * @param text    at most its first 64 KiB
 * @param lines   its first lines, up to the header if it has one
 * @param columns the header's columns; empty if no line can be a header
 */
public record FileHead(Path file, String text, List<String> lines, List<String> columns) {

    private static final int LINES_TO_LOOK_AT = 11;

    /** Copies the lists. */
    public FileHead {
        lines = List.copyOf(lines);
        columns = List.copyOf(columns);
    }

    /** Reads the beginning of a file; empty for binary and unreadable files. */
    public static Optional<FileHead> of(Path file) {
        return SourceText.head(file).map(text -> {
            List<String> lines = new ArrayList<>();
            List<String> columns = List.of();
            for (String line : text.lines().limit(LINES_TO_LOOK_AT).toList()) {
                lines.add(line);
                List<String> split = AuthorityCsv.columnsOf(line);
                if (AuthorityCsv.isHeader(split)) {
                    columns = split;
                    break;
                }
            }
            return new FileHead(file, text, lines, columns);
        });
    }

    /** Whether the text is a JSON object. */
    public boolean isJson() {
        return text.stripLeading().startsWith("{");
    }

    /** Whether the text is a table whose header has these columns. */
    public boolean has(String... names) {
        return !isJson() && columns.containsAll(List.of(names));
    }

    /** Whether a line up to the header begins with a title, in any case. */
    public boolean isTitled(String title) {
        return !isJson() && lines.stream().anyMatch(line -> line.toUpperCase(Locale.ROOT).startsWith(title));
    }

    /** Whether the text from its beginning passes a test; false if it cannot be read. */
    public boolean begins(Predicate<Reader> expected) {
        try (Reader reader = SourceText.of(file, () -> { }).open()) {
            return expected.test(reader);
        } catch (IOException | AuthorityFormatException e) {
            return false;
        }
    }
}
