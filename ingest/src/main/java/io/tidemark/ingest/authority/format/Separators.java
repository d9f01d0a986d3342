package io.tidemark.ingest.authority.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Splits lines at semicolons, commas or tabs. */
final class Separators {

    // a title may contain a comma or two; a comma-separated header has more columns than that
    private static final int MIN_BY_COMMA = 5;

    /** The most lines of a table up to its header: titles, and blank ones. */
    static final int LINES_TO_HEADER = 11;

    private Separators() {}

    /** The separator of a line that may be a header. */
    static char of(String line) {
        if (isHeader(split(line, ';'))) {
            return ';';
        }
        if (split(line, ',').size() >= MIN_BY_COMMA) {
            return ',';
        }
        return isHeader(split(line, '\t')) ? '\t' : ';';
    }

    /** The columns of a line that may be a header, stripped; none if it cannot be split. */
    static List<String> columns(String line) {
        return split(line, of(line));
    }

    /** Whether the line can be a header: a title is a single column. */
    static boolean isHeader(List<String> columns) {
        return columns.stream().filter(c -> !c.isEmpty()).count() > 1;
    }

    private static List<String> split(String line, char separator) {
        return line.isBlank() ? List.of() : quoted(line, separator).orElse(List.of());
    }

    /** The values of a line in which a value may be quoted, stripped; empty if its quotes do not fit. */
    static Optional<List<String>> quoted(String line, char separator) {
        if (line.indexOf('"') < 0) {
            return Optional.of(plain(line, separator));
        }
        try (CsvReader<CsvRecord> one = CsvReader.builder().fieldSeparator(separator).allowUnclosedQuote(false)
                .ofCsvRecord(line)) {
            List<CsvRecord> records = one.stream().toList();
            return records.size() == 1 ? Optional.of(records.getFirst().getFields().stream().map(String::strip)
                    .toList()) : Optional.empty();
        } catch (CsvParseException | IOException e) {
            return Optional.empty();
        }
    }

    /** The values of a line in which quotes are letters like others, stripped. */
    static List<String> plain(String line, char separator) {
        return Arrays.stream(line.split(Pattern.quote(String.valueOf(separator)), -1)).map(String::strip).toList();
    }
}
