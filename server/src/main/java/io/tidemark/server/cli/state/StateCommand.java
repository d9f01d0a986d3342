package io.tidemark.server.cli.state;

import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The base of all commands on the state folder: options and exit codes. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public abstract class StateCommand extends PrintingCommand {
    @Option(names = "--state", order = 90, paramLabel = "DIR", defaultValue = "${env:TIDEMARK_STATE:-state}")
    protected Path state;

    /** The account that the command created or changed, for the audit log. */
    protected @Nullable String account;

    /** Runs the command. */
    public abstract void run();

    /** Whether the command changes something and so belongs in the audit log. */
    public boolean changes() {
        return true;
    }

    @Override
    public final Integer call() {
        int code = FailureReport.DAMAGED;
        try {
            run();
            code = FailureReport.DONE;
        } catch (InvalidAccountException e) {
            say(String.valueOf(e.getMessage()));
            code = FailureReport.USAGE;
        } catch (StateException e) {
            say(String.valueOf(e.getMessage()));
        } finally {
            out().flush();
        }
        return changes() && !AuditedCommand.write(this, state, account, code) ? FailureReport.DAMAGED : code;
    }
}
