package io.tidemark.server.cli.query;

import io.tidemark.server.cli.console.TerminalTable;
import io.tidemark.server.format.CellText;
import io.tidemark.server.format.CsvRows;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.route.contract.FieldContract;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Prints rows as a table for people once all rows are known. A null is a dash. */
final class TableRows implements RowWriter {

    /** Matches control characters in data, which must not reach the terminal. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final List<FieldContract> columns;
    private final PrintWriter out;
    private final List<List<String>> rows = new ArrayList<>();

    TableRows(List<FieldContract> fields, OutputStream out) {
        this.columns = CellText.columns(fields);
        this.out = new PrintWriter(out, false, StandardCharsets.UTF_8);
        rows.add(CsvRows.header(fields));
    }

    @Override
    public void write(List<@Nullable Object> row) {
        List<String> line = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            String text = CellText.of(columns.get(i), row.get(i));
            line.add(text == null ? "-" : CONTROL.matcher(text).replaceAll(" "));
        }
        rows.add(line);
    }

    @Override
    public void close() {
        TerminalTable.print(rows, out);
        out.close();
    }
}
