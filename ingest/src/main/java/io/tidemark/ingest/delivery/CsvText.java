package io.tidemark.ingest.delivery;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A CSV file whose header was read.
 *
 * @param file      the file
 * @param scan      what its bytes told
 * @param delimiter comma or semicolon
 * @param header    column names, trimmed, lower case
 */
public record CsvText(DeliveredFile file, FileScan scan, char delimiter, List<String> header) {

    // enough to meet a fraction when there are any
    private static final int SAMPLE_ROWS = 10_000;

    /** Reads the bytes once and the header. */
    public static CsvText open(DeliveredFile file) throws BadFileException {
        FileScan scan = FileScan.of(file);
        char delimiter = headerWidth(file, scan, ';') > headerWidth(file, scan, ',') ? ';' : ',';
        List<String> header = first(file, scan, delimiter, 1).getFirst();
        return new CsvText(file, scan, delimiter, header.stream().map(n -> n.strip().toLowerCase(Locale.ROOT)).toList());
    }

    // by the wrong delimiter a quoted header may not even be readable
    private static int headerWidth(DeliveredFile file, FileScan scan, char delimiter) {
        try {
            return first(file, scan, delimiter, 1).getFirst().size();
        } catch (BadFileException e) {
            return 0;
        }
    }

    /** Whether numbers are written with a decimal comma, which only semicolon files can have. */
    public boolean hasDecimalComma(List<Integer> numberColumns) throws BadFileException {
        if (delimiter != ';') {
            return false;
        }
        for (List<String> row : first(file, scan, delimiter, SAMPLE_ROWS)) {
            for (int column : numberColumns) {
                String value = column < row.size() ? row.get(column).strip() : "";
                if (value.matches("[+-]?\\d*,\\d+")) {
                    return true;
                }
                if (value.matches("[+-]?\\d*\\.\\d+")) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A file that DuckDB can read: this one, or a plain copy in that folder. */
    public DeliveredFile readable(Path workFolder, int number) throws BadFileException {
        if (scan.plainEnough()) {
            return file;
        }
        Path copy = workFolder.resolve("plain-" + number + ".csv");
        PlainCopy.write(file, scan.leadingLines(), copy);
        return file.readAt(copy);
    }

    private static List<List<String>> first(DeliveredFile file, FileScan scan, char delimiter, int count)
            throws BadFileException {
        List<List<String>> rows = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(file.open())) {
            PushbackInputStream text = new PushbackInputStream(in, 3);
            skipByteOrderMark(text);
            skipLines(text, scan.leadingLines());
            CsvReader<CsvRecord> reader = builder(delimiter)
                    .ofCsvRecord(new InputStreamReader(text, StandardCharsets.UTF_8));
            for (CsvRecord row : reader) {
                rows.add(row.getFields());
                if (rows.size() == count) {
                    break;
                }
            }
        } catch (CsvParseException e) {
            if (rows.isEmpty()) {
                throw new BadFileException("has no header that can be read: " + e.getMessage(), e);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new BadFileException("cannot be read: " + e.getMessage(), e);
        }
        if (rows.isEmpty()) {
            throw new BadFileException("is empty: it has no header");
        }
        return rows;
    }

    private static CsvReader.CsvReaderBuilder builder(char delimiter) {
        return CsvReader.builder().fieldSeparator(delimiter).allowUnclosedQuote(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    private static void skipByteOrderMark(PushbackInputStream in) throws IOException {
        byte[] start = in.readNBytes(3);
        boolean mark = start.length == 3 && start[0] == (byte) 0xEF && start[1] == (byte) 0xBB && start[2] == (byte) 0xBF;
        if (!mark) {
            in.unread(start);
        }
    }

    /** Moves past that many line ends, of any kind. */
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
