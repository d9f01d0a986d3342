package io.tidemark.ingest.load;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.CsvText;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.Folder;
import io.tidemark.ingest.delivery.RowLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Reads CSV files into the working database: typed, and every row with the number of its first fault, 0 for none. What
 * DuckDB's reader refuses goes to {@code unread_row}.
 */
public final class CsvLoader {

    private static final String TODAY = "CAST(getvariable('today') AS DATE)";

    private final Workbench bench;
    private int files;

    /** A loader into that database. */
    public CsvLoader(Workbench bench) {
        this.bench = bench;
    }

    /** Reads a file; what is wrong with it as a whole is said in the answer, and then none of its rows are in. */
    public LoadedFile load(DeliveredFile file, SourceTable table) {
        long start = System.nanoTime();
        int number = ++files;
        long firstRow = bench.session().number("SELECT count(*) FROM " + table.readTable());
        try {
            CsvText text = CsvText.open(file);
            HeaderMatch header = HeaderMatch.of(table, text.header());
            long rows = insert(text, header, table, number);
            long[] refused = keepRefused(table, number);
            return new LoadedFile(file, table, number, text.scan().sha256(), firstRow, rows, refused.length,
                    text.scan().lines().without(refused), header.notes(), null, seconds(start));
        } catch (BadFileException e) {
            return new LoadedFile(file, table, number, "", firstRow, 0, 0, RowLines.plain(), List.of(),
                    Objects.requireNonNull(e.getMessage()), seconds(start));
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private long insert(CsvText text, HeaderMatch header, SourceTable table, int number) throws BadFileException {
        DeliveredFile readable = text.readable(bench.folder(), number);
        boolean ofFarmers = table.folder() == Folder.FARMERS;
        String columns = table.columns().stream().map(SourceColumn::name).collect(Collectors.joining(", "));
        String sql = "INSERT INTO " + table.readTable() + " SELECT " + columns + ", " + (ofFarmers ? "$3, " : "") + "$2, "
                + firstFault(table.checks()) + " FROM (SELECT " + normals(header, table)
                + " FROM read_csv($1, auto_detect = false, header = true, quote = '\"', escape = '\"', delim = '"
                + text.delimiter() + "', columns = " + header.duckdbColumns()
                + ", dateformat = '%Y-%m-%d', compression = '" + readable.packing().duckdbName()
                + "', decimal_separator = '" + (text.hasDecimalComma(header.numberColumns()) ? "," : ".")
                + "', store_rejects = true, rejects_table = 'refused_" + number + "', rejects_scan = 'scanned_" + number
                + "', rejects_limit = 0))";
        List<Object> values = new ArrayList<>(List.of(readable.path().toString(), number));
        if (ofFarmers) {
            values.add(Objects.requireNonNull(readable.farmerId()));
        }
        try {
            return bench.session().run(sql, values.toArray());
        } catch (EngineException e) {
            throw readingFault(e);
        }
    }

    // what DuckDB says of the input is the file's fault; want of memory, disk or sense is not
    private static BadFileException readingFault(EngineException e) {
        Throwable cause = e.getCause();
        String message = cause == null ? "" : String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        if (message.startsWith("Invalid Input Error") || message.startsWith("Conversion Error")) {
            return new BadFileException("cannot be read as CSV: " + message, e);
        }
        throw e;
    }

    private static String normals(HeaderMatch header, SourceTable table) {
        return table.columns().stream().map(c -> (header.has(c) ? c.normal()
                : "CAST(NULL AS " + c.type().duckdbType() + ")") + " AS " + c.name()).collect(Collectors.joining(", "));
    }

    private static String firstFault(List<RowCheck> checks) {
        StringBuilder sql = new StringBuilder("CASE");
        for (int i = 0; i < checks.size(); i++) {
            sql.append(" WHEN ").append(checks.get(i).bad().replace("$today", TODAY)).append(" THEN ").append(i + 1);
        }
        return sql.append(" ELSE 0 END").toString();
    }

    // one entry for a row, in our words: what is wrong with its shape, else its first value that cannot be read
    private long[] keepRefused(SourceTable table, int number) {
        DuckSession session = bench.session();
        String allowed = table.columns().stream().map(c -> " WHEN '" + c.name() + "' THEN 'must be "
                + c.type().inWords() + "'").collect(Collectors.joining());
        session.run("INSERT INTO unread_row SELECT DISTINCT ON (line) $1, line, coalesce(column_name, ''), "
                + "CASE WHEN error_type = 'CAST' THEN regexp_extract(error_message, "
                + "'Could not convert string \"(.*)\" to ', 1, 's') ELSE '' END, "
                + "CASE error_type WHEN 'CAST' THEN CASE column_name" + allowed + " ELSE 'cannot be read' END"
                + " WHEN 'MISSING COLUMNS' THEN 'the row has fewer values than the header'"
                + " WHEN 'TOO MANY COLUMNS' THEN 'the row has more values than the header'"
                + " WHEN 'UNQUOTED VALUE' THEN 'a quoted value goes on after its closing quote'"
                + " WHEN 'LINE SIZE OVER MAXIMUM' THEN 'the row is longer than 2 MB'"
                + " ELSE 'the row cannot be read' END"
                + " FROM refused_" + number + " ORDER BY line, error_type = 'CAST', coalesce(column_idx, 0)", number);
        session.run("DROP TABLE refused_" + number);
        session.run("DROP TABLE scanned_" + number);
        return session.list("SELECT unit FROM unread_row WHERE file_no = $1 ORDER BY unit", row -> row.getLong(1), number)
                .stream().mapToLong(Long::longValue).toArray();
    }
}
