package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.ingest.contract.DayText;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.read.HeaderMatch.Found;
import io.tidemark.ingest.staging.PassingTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a CSV file's rows, as they are, into a table of their own. What DuckDB's reader refuses goes to {@code unread_row}.
 * Works on {@link StagingDatabase#reading}, beside whatever else is done with rows that were read before.
 */
final class CsvReading {

    private static final Pattern ISO_DAY = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}");
    private static final String REFUSED_VALUE = "regexp_extract(error_message, 'Could not convert string \"(.*)\" to ', 1, 's')";

    private final StagingDatabase bench;

    CsvReading(StagingDatabase bench) {
        this.bench = bench;
    }

    /**
     * Reads a file.
     *
     * @param number the file's number in this ingest
     */
    RowsAsRead read(CsvText delivered, SourceTable table, int number) throws BadFileException {
        long start = System.nanoTime();
        Found<CsvText.Head> header = HeaderMatch.first(table, delivered.heads(), CsvText.Head::names);
        CsvText text = delivered.headedBy(header.row());
        List<String> notes = new ArrayList<>(header.match().notes());
        if (header.row().line() > 1) {
            notes.add("its header is on line " + text.scan().lines().lineOfUnit(1));
        }
        DeliveredFile readable = text.readable(bench.folder(), number, bench::checkCancelled);
        boolean daysAsText = text.firstValue(header.match().dayColumns()).filter(day -> !ISO_DAY.matcher(day).matches())
                .isPresent();
        PassingTable rows = bench.fileRows(number);
        if (!daysAsText) {
            readRows(text, table, header.match(), readable, number, rows, false);
            if (hasOtherDays(table, number)) {
                daysAsText = true;
                rows.drop(bench.reading());
                dropRefused(number);
            }
        }
        PassingTable texts = bench.dayTexts(number);
        if (daysAsText) {
            readRows(text, table, header.match(), readable, number, texts, true);
        }
        long[] refused = keepRefused(table, number);
        if (daysAsText) {
            refused = new DayTexts(bench.reading(), table).convert(texts, rows, number, text.scan().lines(), refused);
            texts.drop(bench.reading());
        }
        long count = bench.reading().number("SELECT count(*) FROM " + rows.name());
        return new RowsAsRead(text, number, rows, count, refused.length, text.scan().lines().without(refused), notes,
                (System.nanoTime() - start) / 1e9);
    }

    private void readRows(CsvText text, SourceTable table, HeaderMatch header, DeliveredFile readable, int number,
            PassingTable target, boolean daysAsText) throws BadFileException {
        String columns = table.columns().stream().map(c -> (header.has(c) ? c.name()
                : "CAST(NULL AS " + HeaderMatch.duckdbType(c, daysAsText) + ")") + " AS " + c.name())
                .collect(Collectors.joining(", "));
        String sql = "SELECT " + columns
                + " FROM read_csv($1, auto_detect = false, header = true, quote = '\"', escape = '\"', delim = '"
                + text.delimiter() + "', columns = " + header.duckdbColumns(daysAsText)
                + ", dateformat = '%Y-%m-%d', compression = '" + readable.packing().duckdbName()
                + "', decimal_separator = '" + (text.hasDecimalComma(header.numberColumns()) ? "," : ".")
                + "', store_rejects = true, rejects_table = 'refused_" + number + "', rejects_scan = 'scanned_" + number
                + "', rejects_limit = 0)";
        try {
            target.make(bench.reading(), sql, readable.path().toString());
        } catch (EngineException e) {
            throw readingFault(e);
        }
    }

    // whether a row was refused for a day that is one all the same
    private boolean hasOtherDays(SourceTable table, int number) {
        String days = table.columns().stream().filter(c -> c.type() == ReadType.DAY).map(c -> "'" + c.name() + "'")
                .collect(Collectors.joining(", "));
        return !days.isEmpty() && bench.reading().first("SELECT 1 FROM (SELECT " + REFUSED_VALUE + " AS value FROM refused_"
                + number + " WHERE error_type = 'CAST' AND column_name IN (" + days + ")) WHERE " + DayText.day("value")
                + " IS NOT NULL LIMIT 1", row -> true).isPresent();
    }

    private void dropRefused(int number) {
        bench.reading().run("DROP TABLE refused_" + number);
        bench.reading().run("DROP TABLE scanned_" + number);
    }

    // what DuckDB says of the input is the file's fault; want of memory, disk or sense is not
    private static BadFileException readingFault(EngineException e) {
        Throwable cause = e.getCause();
        String message = cause == null ? "" : String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        if (message.startsWith("Invalid Input Error") || message.startsWith("Conversion Error")) {
            return new BadFileException("cannot be read as CSV: " + message, e);
        }
        // as when something stands behind the packed part
        if (message.matches("IO Error: (Input is not a GZIP|Unsupported GZIP|Failed to decode gzip).*")) {
            return new BadFileException("is not a whole gzip file: " + message.substring("IO Error: ".length()), e);
        }
        throw e;
    }

    // one entry for a row, in our words: what is wrong with its shape, else its first value that cannot be read
    private long[] keepRefused(SourceTable table, int number) {
        DuckSession session = bench.reading();
        String allowed = table.columns().stream().map(c -> " WHEN '" + c.name() + "' THEN 'must be "
                + c.type().inWords() + "'").collect(Collectors.joining());
        session.run("INSERT INTO unread_row SELECT DISTINCT ON (line) $1, line, coalesce(column_name, ''), "
                + "CASE WHEN error_type = 'CAST' THEN " + REFUSED_VALUE + " ELSE '' END, "
                + "CASE error_type WHEN 'CAST' THEN CASE column_name" + allowed + " ELSE 'cannot be read' END"
                + " WHEN 'MISSING COLUMNS' THEN 'the row has fewer values than the header'"
                + " WHEN 'TOO MANY COLUMNS' THEN 'the row has more values than the header'"
                + " WHEN 'UNQUOTED VALUE' THEN 'a quoted value goes on after its closing quote'"
                + " WHEN 'LINE SIZE OVER MAXIMUM' THEN 'the row is longer than 2 MB'"
                + " ELSE 'the row cannot be read' END"
                + " FROM refused_" + number + " ORDER BY line, error_type = 'CAST', coalesce(column_idx, 0)", number);
        dropRefused(number);
        return session.list("SELECT unit FROM unread_row WHERE file_no = $1 ORDER BY unit", row -> row.getLong(1), number)
                .stream().mapToLong(Long::longValue).toArray();
    }
}
