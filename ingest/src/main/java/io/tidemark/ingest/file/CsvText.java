package io.tidemark.ingest.file;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file whose bytes were scanned and whose first rows were read.
 *
 * @param file  the file
 * @param scan  the scan of its bytes
 * @param heads the possible header rows, the likeliest first: title rows may precede the header
 */
public record CsvText(DeliveredFile file, FileScan scan, List<Head> heads) {

    /** The maximum number of title rows before a header. */
    public static final int MAX_TITLES = 20;

    // rows without a value do not count as titles
    private static final int HEAD_ROWS = 40;
    private static final int DOUBTED_ROWS = 1_000;

    private static final Pattern THOUSANDS = Pattern.compile("[+-]?[1-9]\\d{0,2}([.,]\\d{3})+");
    private static final Pattern FRACTION = Pattern.compile("[+-]?(\\d+[.,]\\d*|[.,]\\d+)([eE][+-]?\\d+)?");

    /**
     * A row that may be the header.
     *
     * @param line      its line, from 1 after the leading lines
     * @param delimiter comma or semicolon
     * @param names     its values, as they are written
     * @param above     the row with values above it, or null
     */
    public record Head(long line, char delimiter, List<String> names, @Nullable Head above) {

        private boolean isBlank() {
            return names.stream().allMatch(String::isBlank);
        }

        /** The headings, each of so many rows; an empty cell of an upper one repeats the one on its left. */
        public List<String> names(int rows) {
            if (rows == 1 || above == null) {
                return names;
            }
            List<String> upper = above.names(rows - 1);
            List<String> joined = new ArrayList<>();
            String left = "";
            for (int i = 0; i < names.size(); i++) {
                left = i < upper.size() && !upper.get(i).isBlank() ? upper.get(i) : left;
                joined.add((left.strip() + " " + names.get(i).strip()).strip());
            }
            return joined;
        }
    }

    /** Those of the rows that may be a header, each with the row above it. */
    public static List<Head> heads(List<Head> rows) {
        List<Head> heads = new ArrayList<>();
        for (Head row : rows) {
            if (!row.isBlank() && heads.size() <= MAX_TITLES) {
                heads.add(new Head(row.line(), row.delimiter(), row.names(), heads.isEmpty() ? null : heads.getLast()));
            }
        }
        return heads;
    }

    /**
     * Reads the bytes once and the first rows.
     *
     * @param stop throws when the ingest is stopped
     */
    public static CsvText open(DeliveredFile file, Runnable stop) throws BadFileException {
        FileScan scan = FileScan.of(file, stop);
        List<Head> heads = new ArrayList<>(heads(file, scan, ','));
        heads.addAll(heads(file, scan, ';'));
        if (heads.isEmpty()) {
            heads.add(head(first(file, scan, ',', 1).getFirst(), ','));
        }
        heads.sort(Comparator.comparingLong(Head::line).thenComparingInt(head -> -head.names().size()));
        return new CsvText(file, scan, heads);
    }

    // a quoted header may be unreadable with the wrong delimiter
    private static List<Head> heads(DeliveredFile file, FileScan scan, char delimiter) {
        try {
            return heads(first(file, scan, delimiter, HEAD_ROWS).stream().map(row -> head(row, delimiter)).toList());
        } catch (BadFileException e) {
            return List.of();
        }
    }

    private static Head head(CsvRecord row, char delimiter) {
        return new Head(row.getStartingLineNumber(), delimiter, row.getFields(), null);
    }

    /** A copy with another row as the header. */
    public CsvText headedBy(Head head) {
        return new CsvText(file, head.line() == 1 ? scan : scan.headedAt(head.line()), List.of(head));
    }

    /** The delimiter: comma or semicolon. */
    public char delimiter() {
        return heads.getFirst().delimiter();
    }

    /**
     * Whether numbers are written with a decimal comma, which only semicolon files can have. If both points and commas
     * stand beside digits, the rows are read up to the first fraction, which decides.
     *
     * @param numberColumns the columns that hold numbers
     * @param wholeColumns  the number columns that hold whole numbers: there the sign in 12.000 may separate thousands,
     *                      so it decides nothing
     * @param stop          throws when the ingest is stopped
     */
    public boolean hasDecimalComma(List<Integer> numberColumns, List<Integer> wholeColumns, Runnable stop)
            throws BadFileException {
        if (delimiter() != ';' || scan.decimals().length() < 2) {
            return delimiter() == ';' && scan.decimals().equals(",");
        }
        return firstFractionHasComma(numberColumns, wholeColumns, stop);
    }

    private boolean firstFractionHasComma(List<Integer> numberColumns, List<Integer> doubtful, Runnable stop)
            throws BadFileException {
        AtomicBoolean comma = new AtomicBoolean();
        each(file, scan, delimiter(), row -> {
            stop.run();
            for (int column : numberColumns) {
                String value = column < row.getFieldCount() ? row.getField(column).strip() : "";
                boolean hasComma = value.indexOf(',') >= 0;
                if ((hasComma || value.indexOf('.') >= 0) && FRACTION.matcher(value).matches()
                        && !(doubtful.contains(column) && THOUSANDS.matcher(value).matches())) {
                    comma.set(hasComma);
                    return false;
                }
            }
            return true;
        });
        return comma.get();
    }

    /**
     * Whether the first number of a comma-separated file that has a fraction beyond doubt is written with a decimal
     * comma, in quotes. 20,000 may be twenty thousand, and tells nothing; nor does a file that Tidemark made itself.
     *
     * @param numberColumns the columns that hold numbers
     * @param stop          throws when the ingest is stopped
     */
    public boolean hasQuotedDecimalComma(List<Integer> numberColumns, Runnable stop) throws BadFileException {
        return delimiter() == ',' && file.format() == DeliveredFile.Format.CSV
                && firstFractionHasComma(numberColumns, numberColumns, stop);
    }

    /**
     * The first number with a fraction, if the fractions of the first rows can all be thousands, as in 1.234. Only for
     * files with semicolons: where those stand between values, a point often separates thousands.
     *
     * @param numberColumns the columns that hold numbers with fractions
     */
    public Optional<String> doubtfulFraction(List<Integer> numberColumns) throws BadFileException {
        if (delimiter() != ';' || scan.decimals().isEmpty()) {
            return Optional.empty();
        }
        List<String> fractions = first(file, scan, delimiter(), DOUBTED_ROWS).stream().skip(1)
                .flatMap(row -> numberColumns.stream().filter(c -> c < row.getFieldCount())
                .map(c -> row.getField(c).strip())).filter(value -> FRACTION.matcher(value).matches()).toList();
        return fractions.stream().allMatch(value -> THOUSANDS.matcher(value).matches()) ? fractions.stream()
                .findFirst() : Optional.empty();
    }

    /** Whether some value, written with that decimal sign, can be 12 or 12000, like 12.000. */
    public boolean hasDoubtfulWholes(char decimal) {
        return scan.thousands().indexOf(decimal) >= 0;
    }

    /** Whether some value may be a number with an underscore, like 1_000. */
    public boolean hasUnderscores() {
        return scan.thousands().indexOf('_') >= 0;
    }

    /** A file that DuckDB can read: this file, or a normalised copy in the work folder. */
    public DeliveredFile readable(Path workFolder, int number, Runnable stop) throws BadFileException {
        if (scan.plainEnough()) {
            return file;
        }
        Path copy = workFolder.resolve("plain-" + number + ".csv");
        PlainCopy.write(file, scan.leadingLines(), copy, stop);
        return file.readAt(copy);
    }

    /** The first value of these columns below the header; empty if the first rows have none. */
    public Optional<String> firstValue(List<Integer> columns) throws BadFileException {
        return first(file, scan, delimiter(), HEAD_ROWS).stream().skip(1)
                .flatMap(row -> columns.stream().filter(c -> c < row.getFieldCount()).map(c -> row.getField(c).strip()))
                .filter(value -> !value.isEmpty()).findFirst();
    }

    private static List<CsvRecord> first(DeliveredFile file, FileScan scan, char delimiter, int count)
            throws BadFileException {
        List<CsvRecord> rows = new ArrayList<>();
        each(file, scan, delimiter, row -> {
            rows.add(row);
            return rows.size() < count;
        });
        return rows;
    }

    /** Passes on the rows, the header first, until {@code more} is false or a row cannot be read. */
    public void each(Predicate<CsvRecord> more) throws BadFileException {
        each(file, scan, delimiter(), more);
    }

    private static void each(DeliveredFile file, FileScan scan, char delimiter, Predicate<CsvRecord> more)
            throws BadFileException {
        boolean any = false;
        try (InputStream in = new BufferedInputStream(file.open())) {
            PushbackInputStream text = new PushbackInputStream(in, 3);
            skipByteOrderMark(text);
            skipLines(text, scan.leadingLines());
            CsvReader<CsvRecord> reader = builder(delimiter)
                    .ofCsvRecord(new InputStreamReader(text, StandardCharsets.UTF_8));
            for (CsvRecord row : reader) {
                any = true;
                if (!more.test(row)) {
                    return;
                }
            }
        } catch (CsvParseException e) {
            if (!any) {
                throw new BadFileException("has no header that can be read: " + e.getMessage(), e);
            }
        } catch (IOException e) {
            throw BadFileException.of(e);
        } catch (UncheckedIOException e) {
            throw BadFileException.of(Objects.requireNonNull(e.getCause()));
        }
        if (!any) {
            throw new BadFileException("is empty: it has no header");
        }
    }

    private static CsvReader.CsvReaderBuilder builder(char delimiter) {
        return CsvReader.builder().fieldSeparator(delimiter).allowUnclosedQuote(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    private static void skipByteOrderMark(PushbackInputStream in) throws IOException {
        byte[] start = in.readNBytes(3);
        boolean mark = start.length == 3 && start[0] == (byte) 0xEF && start[1] == (byte) 0xBB
                && start[2] == (byte) 0xBF;
        if (!mark) {
            in.unread(start);
        }
    }

    /** Skips line ends of any kind. */
    static void skipLines(PushbackInputStream in, long lines) throws IOException {
        for (long left = lines; left > 0;) {
            int b = in.read();
            if (b == '\r') {
                int next = in.read();
                if (next != '\n' && next >= 0) {
                    in.unread(next);
                }
            }
            if (b == '\r' || b == '\n' || b < 0) {
                left--;
            }
        }
    }
}
