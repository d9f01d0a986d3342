package io.tidemark.server.cli.setup;

import io.tidemark.server.cli.Tidemark;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * A command as it ended.
 *
 * @param code its exit code
 * @param out  what it printed
 * @param err  what it said
 */
record SetUp(int code, String out, String err) {

    static final String PASSWORD = "correct horse battery";

    /** Runs a line in which DIR stands for a folder, with a password to read. */
    static SetUp run(Path folder, String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Tidemark.create(new ByteArrayInputStream((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8)))
                .setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute(line.replace("DIR", folder.toString()).split(" ", -1));
        return new SetUp(code, out.toString(), err.toString());
    }
}
