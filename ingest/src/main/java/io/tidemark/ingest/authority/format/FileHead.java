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
 * @param lines   its first lines, up to the header if there is one; none of JSON
 * @param columns the header's columns, or the keys of the first object of JSON; none if there is neither
 * @param broken  why JSON cannot be read to its end, for people; empty if it can, and if it is no JSON
 * @param stop    called from time to time while JSON is looked through; throws to stop it
 */
public record FileHead(Path file, String text, List<String> lines, List<String> columns, String broken,
        Runnable stop) {

    /** Copies the lists. */
    public FileHead {
        lines = List.copyOf(lines);
        columns = List.copyOf(columns);
    }

    /** Reads the beginning of a file; empty for binary and unreadable files. */
    public static Optional<FileHead> of(Path file, Runnable stop) {
        return SourceText.head(file).map(text -> isJson(text) ? ofJson(file, text, stop) : ofLines(file, text, stop));
    }

    private static FileHead ofLines(Path file, String text, Runnable stop) {
        List<String> lines = new ArrayList<>();
        List<String> columns = List.of();
        for (String line : text.lines().limit(Separators.LINES_TO_HEADER).toList()) {
            lines.add(line);
            List<String> split = Separators.columns(line);
            if (Separators.isHeader(split)) {
                columns = split;
                break;
            }
        }
        return new FileHead(file, text, lines, columns, "", stop);
    }

    private static FileHead ofJson(Path file, String text, Runnable stop) {
        List<List<String>> lists = new ArrayList<>();
        String broken = "";
        try (Reader reader = SourceText.of(file, stop).open()) {
            JsonRecords.addHeaders(reader, lists);
        } catch (IOException e) {
            broken = AuthorityFormatException.unreadable(file, e).problem();
        } catch (AuthorityFormatException e) {
            broken = e.problem();
        }
        return new FileHead(file, text, List.of(), AuthorityJson.largest(lists), broken, stop);
    }

    static boolean isJson(String text) {
        String begin = text.stripLeading();
        return begin.startsWith("{") || begin.startsWith("[");
    }

    /** Whether it is JSON: an object or a list. */
    public boolean isJson() {
        return isJson(text);
    }

    /** Whether it is a table with these columns. */
    public boolean has(String... names) {
        return new Header(columns).missing(List.of(names)).isEmpty();
    }

    /** Whether a line up to the header begins with a title, in any case. */
    public boolean isTitled(String title) {
        return lines.stream().anyMatch(line -> line.toUpperCase(Locale.ROOT).startsWith(title));
    }

    /** Whether the text from its beginning passes a test; false if it cannot be read. */
    public boolean passes(Predicate<Reader> expected) {
        try (Reader reader = SourceText.of(file, stop).open()) {
            return expected.test(reader);
        } catch (IOException | AuthorityFormatException e) {
            return false;
        }
    }
}
