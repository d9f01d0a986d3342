package io.tidemark.server.cli.console;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.text.NearestName;
import io.tidemark.generate.GeneratorException;
import io.tidemark.ingest.system.SystemFileException;
import io.tidemark.server.ListenException;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.engine.EngineUnavailableException;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.sql.RouteFileException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a message for people about a failed command, never a stack trace, and chooses the exit code. */
public final class FailureReport implements CommandLine.IExecutionExceptionHandler,
        CommandLine.IParameterExceptionHandler {

    /** The command succeeded. */
    public static final int DONE = 0;
    /** An unexpected error. */
    public static final int UNEXPECTED = 1;
    /** The command line or the configuration is wrong, or names something unusable. */
    public static final int USAGE = 2;
    /** The delivery was rejected, or the snapshot refused; nothing of it is published. */
    public static final int REJECTED = 3;
    /** Another process is writing to the lake. */
    static final int LAKE_IN_USE = 4;
    /** The lake or the state folder cannot be used. */
    public static final int DAMAGED = 5;
    /** A file under sql/ cannot be served. */
    public static final int BAD_SQL_FILE = 6;
    /** Another process listens on the port. */
    private static final int PORT_TAKEN = 7;

    @Override
    public int handleExecutionException(Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        err.println(command.getCommandSpec().qualifiedName(" ") + ": " + message(problem));
        err.flush();
        return code(problem);
    }

    /**
     * Reports wrong usage in one last line: the error, and where to find help. The whole help would push the error out
     * of sight.
     */
    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName(" ");
        PrintWriter err = command.getErr();
        err.println(name + ": " + words(problem) + "; see " + name + " --help");
        err.flush();
        return USAGE;
    }

    private static String words(ParameterException problem) {
        CommandSpec spec = problem.getCommandLine().getCommandSpec();
        String text = String.valueOf(problem.getMessage());
        if (!(problem instanceof UnmatchedArgumentException unmatched) || unmatched.getUnmatched().isEmpty()) {
            return ofTheField(text.strip().replaceAll("\\s*\\R\\s*", " "));
        }
        String typed = unmatched.getUnmatched().getFirst();
        if (typed.startsWith("-")) {
            String option = typed.replaceFirst("=.*", "");
            return "there is no option " + option + NearestName.hint(option, spec.optionsMap().keySet());
        }
        return spec.subcommands().isEmpty() ? text : "there is no command " + typed + hint(spec, typed);
    }

    private static String hint(CommandSpec spec, String typed) {
        String option = "--" + typed;
        return spec.optionsMap().containsKey(option) ? "; did you mean " + option
                + "?" : NearestName.hint(typed, spec.subcommands().keySet());
    }

    // picocli names the Java classes that it converts to
    private static String ofTheField(String text) {
        return text.replaceFirst("cannot convert '(.*)' to class java\\.time\\.LocalDate \\(.*\\)",
                "'$1' is not a date such as 2026-11-20")
                .replaceFirst("cannot convert '(.*)' to class java\\.time\\.LocalTime \\(.*\\)",
                "'$1' is not a time such as 05:00")
                .replaceFirst("is not an? (double|int|long)", "is not a number");
    }

    private static String message(Exception problem) {
        String text = problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage();
        return code(problem) == UNEXPECTED
                ? "unexpected failure, please report it: " + problem.getClass().getSimpleName()
                + ": " + text.lines().findFirst().orElse("") : text;
    }

    private static int code(Exception problem) {
        return switch (problem) {
            case LakeInUseException _ -> LAKE_IN_USE;
            case NoSuchSnapshotException _ -> USAGE;
            case LakeException _, StateException _, EngineUnavailableException _ -> DAMAGED;
            // DuckDB's library could not be unpacked or loaded
            case EngineException e when e.getCause() instanceof LinkageError -> DAMAGED;
            case GeneratorException _, ConfigException _ -> USAGE;
            case RouteFileException _, SystemFileException _ -> BAD_SQL_FILE;
            case UncheckedIOException _ -> DAMAGED;
            case ListenException _ -> PORT_TAKEN;
            default -> UNEXPECTED;
        };
    }
}
