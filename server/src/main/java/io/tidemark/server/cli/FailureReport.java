package io.tidemark.server.cli;

import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.ingest.generate.GeneratorException;
import io.tidemark.ingest.system.SystemFileException;
import io.tidemark.server.ListenException;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.identity.StateException;
import io.tidemark.server.sql.RouteFileException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;

/** What a failed command says and returns: a message for people, never a stack trace. */
final class FailureReport implements CommandLine.IExecutionExceptionHandler {

    /** Done. */
    static final int DONE = 0;
    /** Something that Tidemark did not expect. */
    static final int UNEXPECTED = 1;
    /** The command line, the configuration or what it names is wrong. */
    static final int USAGE = 2;
    /** The delivery was rejected, or the snapshot refused; nothing of it is published. */
    static final int REJECTED = 3;
    /** Another process is writing to the lake. */
    static final int LAKE_IN_USE = 4;
    /** The lake or the state folder cannot be used. */
    static final int DAMAGED = 5;
    /** A file under sql/ cannot be served. */
    static final int BAD_SQL_FILE = 6;

    @Override
    public int handleExecutionException(Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        err.println("tidemark " + command.getCommandName() + ": " + message(problem));
        err.flush();
        return code(problem);
    }

    private static String message(Exception problem) {
        String text = problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage();
        return code(problem) == UNEXPECTED && !(problem instanceof ListenException)
                ? "unexpected failure, please report it: " + problem.getClass().getSimpleName()
                + ": " + text.lines().findFirst().orElse("") : text;
    }

    private static int code(Exception problem) {
        return switch (problem) {
            case LakeInUseException _ -> LAKE_IN_USE;
            case NoSuchSnapshotException _ -> USAGE;
            case LakeException _, StateException _ -> DAMAGED;
            case GeneratorException _, ConfigException _ -> USAGE;
            case RouteFileException _, SystemFileException _ -> BAD_SQL_FILE;
            case UncheckedIOException _ -> DAMAGED;
            default -> UNEXPECTED;
        };
    }
}
