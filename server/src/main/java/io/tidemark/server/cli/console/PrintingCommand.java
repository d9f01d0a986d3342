package io.tidemark.server.cli.console;

import io.tidemark.server.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The base of all commands that print a result; with {@code --json}, standard output has one JSON document. */
public abstract class PrintingCommand extends ConsoleCommand {

    @Option(names = "--json", order = 91)
    public boolean json;

    /** Prints one JSON document. */
    public void printJson(Object document) {
        out().println(new String(Json.bytes(document), StandardCharsets.UTF_8));
    }

    /** Prints a list: as JSON with these fields for each item, or as a table for people. */
    public <T> void show(List<T> items, Function<T, ?> fields, List<String> headings, Function<T, List<String>> row) {
        if (json) {
            printJson(items.stream().map(fields).toList());
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(headings);
        items.forEach(item -> rows.add(row.apply(item)));
        TerminalTable.print(rows, out());
    }
}
