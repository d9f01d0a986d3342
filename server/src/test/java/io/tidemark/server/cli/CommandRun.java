package io.tidemark.server.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A command that was run in this process.
 *
 * @param code its exit code
 * @param out  what it printed
 * @param err  what it printed to standard error
 */
public record CommandRun(int code, String out, String err) {

    /** Runs a tidemark command without input. */
    public static CommandRun of(String... words) {
        return of(InputStream.nullInputStream(), words);
    }

    /** Runs a tidemark command that reads this. */
    public static CommandRun of(InputStream in, String... words) {
        return of(Tidemark.create(in), words);
    }

    /** Runs a command. */
    public static CommandRun of(CommandLine command, String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(words);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** All that it printed. */
    String text() {
        return out + err;
    }
}
