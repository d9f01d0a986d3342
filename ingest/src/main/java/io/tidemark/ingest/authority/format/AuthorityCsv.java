package io.tidemark.ingest.authority.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.FieldModifiers;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.reader.NamedCsvRecordHandler;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An authority file separated by semicolons or commas, open for one pass. Detects the encoding, skips an optional title line, finds columns by name,
 * and strips values.
 */
public final class AuthorityCsv implements AutoCloseable {

    private static final int LINES_BEFORE_HEADER = 10;
    // a title may contain a comma or two; a comma-separated header has more columns than that
    private static final int FEWEST_BY_COMMA = 5;

    private final Path file;
    private final CsvReader<NamedCsvRecord> reader;
    private final String title;
    private final List<String> header;

    /** The result of reading the rows: their number, and the faults of rejected rows in order of line. */
    public record Outcome(long read, List<RowFault> faults) {}

    /** Processes a row. Rejects it before storing any part of it. */
    @FunctionalInterface
    public interface RowTaker {
        void take(AuthorityRow row) throws RowRejected;
    }

    private AuthorityCsv(Path file, CsvReader<NamedCsvRecord> reader, String title, List<String> header) {
        this.file = file;
        this.reader = reader;
        this.title = title;
        this.header = header;
    }

    /**
     * Opens the file and reads up to its header.
     *
     * @param stop called from time to time; throws to stop
     * @throws AuthorityFormatException if it cannot be read, has no header or lacks a required column
     */
    public static AuthorityCsv open(Path file, Collection<String> requiredColumns, Runnable stop) {
        SourceText source = SourceText.of(file, stop);
        try {
            Reader text = source.open();
            try {
                return open(source, text, requiredColumns);
            } catch (RuntimeException e) {
                text.close();
                throw e;
            }
        } catch (IOException | UncheckedIOException e) {
            throw new AuthorityFormatException(file, "cannot be read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    private static AuthorityCsv open(SourceText source, Reader text, Collection<String> requiredColumns) {
        CsvReader<NamedCsvRecord> reader = builder(separator(SourceText.head(source.file()).orElse("")))
                .build(NamedCsvRecordHandler.of(handler -> handler.fieldModifier(FieldModifiers.STRIP)), text);
        List<String> before = new ArrayList<>();
        List<String> header = new ArrayList<>();
        try {
            reader.skipLines(line -> {
                List<String> columns = columnsOf(line);
                (isHeader(columns) ? header : before).addAll(columns);
                return !header.isEmpty();
            }, LINES_BEFORE_HEADER);
        } catch (CsvParseException e) {
            throw new AuthorityFormatException(source.file(), "no header line with columns separated by ; or ,", e);
        }
        List<String> missing = requiredColumns.stream().filter(c -> !header.contains(c)).sorted().toList();
        if (!missing.isEmpty()) {
            String how = source.charset().equals(StandardCharsets.UTF_8) ? ""
                    : " (read as ISO-8859-1, since it is not valid UTF-8)";
            throw new AuthorityFormatException(source.file(),
                    "missing required column " + String.join(", ", missing) + how);
        }
        return new AuthorityCsv(source.file(), reader, before.isEmpty() ? "" : before.getFirst(), header);
    }

    /** The stripped columns of a possible header line; empty if the line cannot be split. */
    public static List<String> columnsOf(String line) {
        return split(line, separatorOf(line));
    }

    private static List<String> split(String line, char separator) {
        if (line.isBlank()) {
            return List.of();
        }
        try {
            return builder(separator).ofSingleCsvRecord(line).getFields().stream().map(String::strip).toList();
        } catch (CsvParseException e) {
            return List.of();
        }
    }

    private static char separatorOf(String line) {
        return !isHeader(split(line, ';')) && split(line, ',').size() >= FEWEST_BY_COMMA ? ',' : ';';
    }

    private static char separator(String head) {
        return head.lines().limit(LINES_BEFORE_HEADER + 1L).filter(line -> isHeader(columnsOf(line))).findFirst()
                .map(AuthorityCsv::separatorOf).orElse(';');
    }

    /** Whether the line can be a header: a title is a single column. */
    public static boolean isHeader(List<String> columns) {
        return columns.stream().filter(c -> !c.isEmpty()).count() > 1;
    }

    private static CsvReader.CsvReaderBuilder builder(char separator) {
        return CsvReader.builder().fieldSeparator(separator)
                // an unclosed quote would make the rest of the file one value
                .allowUnclosedQuote(false)
                // a row of another length is a fault of that row, not of the file: see AuthorityRow
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    /** First field of the line above the header; empty without such a line. */
    public String title() {
        return title;
    }

    /** Whether the header has a column. */
    public boolean has(String column) {
        return header.contains(column);
    }

    /**
     * Passes every row to the taker, in order.
     *
     * @throws AuthorityFormatException if the file is cut off or cannot be split into rows
     */
    public Outcome read(RowTaker taker) {
        long read = 0;
        List<RowFault> faults = new ArrayList<>();
        try {
            for (NamedCsvRecord csv : reader) {
                if (csv.getFields().stream().allMatch(String::isEmpty)) {
                    continue; // spreadsheets leave lines of separators at the end
                }
                read++;
                try {
                    taker.take(AuthorityRow.of(csv, header.size()));
                } catch (RowRejected e) {
                    faults.add(e.at(csv.getStartingLineNumber()));
                }
            }
        } catch (CsvParseException | UncheckedIOException e) {
            throw new AuthorityFormatException(file, "cannot be split into rows: " + e.getMessage(), e);
        }
        return new Outcome(read, faults);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new AuthorityFormatException(file, "cannot be closed", e);
        }
    }
}
