package io.tidemark.server.cli.console;

import io.tidemark.server.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The base of all commands that print a result. Results go to standard output, messages to standard error; with {@code
 * --json}, standard output has one JSON document.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public abstract class PrintingCommand implements Callable<Integer> {

    @Spec
    public CommandSpec spec;

    @Option(names = "--json", order = 91)
    public boolean json;

    @Option(names = {"-h", "--help"}, order = 92, usageHelp = true)
    boolean help;

    /** The writer for results. */
    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a message for people. */
    public void say(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
    }

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
