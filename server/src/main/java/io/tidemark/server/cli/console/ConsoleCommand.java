package io.tidemark.server.cli.console;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The base of all commands: results go to standard output, messages to standard error. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public abstract class ConsoleCommand implements Callable<Integer> {

    @Spec
    public CommandSpec spec;

    @Option(names = {"-h", "--help"}, order = 92, usageHelp = true)
    boolean help;

    /** The writer for results. */
    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** The writer for messages. */
    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints a message for people. */
    public void say(String message) {
        err().println(message);
        err().flush();
    }

    /** The error of wrong usage. */
    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
