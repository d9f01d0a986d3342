package io.tidemark.server.cli;

import io.tidemark.server.answer.Json;
import io.tidemark.server.identity.InvalidAccountException;
import io.tidemark.server.identity.StateException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What every command on the state folder has: its options, and its exit codes. Results go to standard output, words for
 * people to standard error; with {@code --json} standard output holds one JSON document.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
abstract class StateCommand implements Callable<Integer> {
    /** Done. */
    static final int DONE = 0;
    /** The command line is wrong, or asks for what cannot be. */
    static final int USAGE = 2;
    /** The state folder cannot be used. */
    static final int STATE_UNUSABLE = 5;

    @Spec
    CommandSpec spec;

    @Option(names = "--state", order = 90, paramLabel = "DIR", defaultValue = "${env:TIDEMARK_STATE:-state}",
            description = "State folder (default: the environment's TIDEMARK_STATE, else ./state).")
    Path state;

    @Option(names = "--json", order = 91, description = "Print one JSON document on standard output.")
    boolean json;

    @Option(names = {"-h", "--help"}, order = 92, usageHelp = true, description = "Show this help.")
    boolean help;

    /** The account that the command made or changed, for the audit log. */
    @Nullable String account;

    /** The command itself. */
    abstract void run();

    /** Whether it changes something, and so belongs into the audit log. */
    boolean changes() {
        return true;
    }

    @Override
    public final Integer call() {
        int code = STATE_UNUSABLE;
        try {
            run();
            code = DONE;
        } catch (InvalidAccountException e) {
            say(String.valueOf(e.getMessage()));
            code = USAGE;
        } catch (StateException e) {
            say(String.valueOf(e.getMessage()));
        } finally {
            out().flush();
        }
        return changes() && !AuditedCommand.write(this, code) ? STATE_UNUSABLE : code;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A line for people. */
    void say(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
    }

    void printJson(Object document) {
        out().println(new String(Json.bytes(document), StandardCharsets.UTF_8));
    }
}
