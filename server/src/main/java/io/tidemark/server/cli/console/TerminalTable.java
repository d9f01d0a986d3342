package io.tidemark.server.cli.console;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** Prints rows for people, with each column as wide as its widest value. */
public final class TerminalTable {

    private static final int GAP = 2;

    private TerminalTable() {}

    /**
     * Prints a table.
     *
     * @param rows the headings, then the rows; all with the same number of values
     */
    public static void print(List<List<String>> rows, PrintWriter out) {
        Column[] columns = IntStream.range(0, rows.getFirst().size()).mapToObj(i -> new Column(
                rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0) + GAP, 0, Overflow.SPAN))
                .toArray(Column[]::new);
        TextTable table = TextTable.forColumns(new ColorScheme.Builder(Ansi.OFF).build(), columns);
        rows.forEach(row -> table.addRowValues(row.toArray(String[]::new)));
        out.print(table);
    }
}
