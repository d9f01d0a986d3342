package io.tidemark.server.cli.state;

import io.tidemark.server.audit.AuditFile;
import io.tidemark.server.audit.AuditLog;
import io.tidemark.server.audit.EventHub;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.event.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes a command to the server's audit log, whatever its outcome: its arguments, which never contain a secret, and
 * its user. The log is TIDEMARK_AUDIT_FILE in the environment; else the log in the configuration of --config or
 * TIDEMARK_CONFIG, if the state folder is that configuration's; else audit.log in the state folder.
 */
public final class AuditedCommand {
    private static final String FILE_VARIABLE = "TIDEMARK_AUDIT_FILE";

    private AuditedCommand() {}

    /**
     * Writes a command with its exit code; returns true also if there is no state folder for a log.
     *
     * @param state   the state folder of the server
     * @param account the account that the command created or changed
     * @param code    its exit code
     */
    public static boolean write(PrintingCommand command, Path state, @Nullable String account, int code) {
        return write(command, state, account, switch (code) {
            case FailureReport.DONE -> Event.Outcome.DONE;
            case FailureReport.USAGE -> Event.Outcome.REFUSED;
            default -> Event.Outcome.FAILED;
        });
    }

    /** Writes a command with its outcome. */
    public static boolean write(PrintingCommand command, Path state, @Nullable String account, Event.Outcome outcome) {
        String configured = System.getenv(FILE_VARIABLE);
        if (!Files.isDirectory(state)) {
            return true;
        }
        Path path = configured == null || configured.isBlank()
                ? ConfiguredDefaults.auditFile(command.spec, System.getenv(), state)
                .orElse(state.resolve(EventHub.FILE)) : Path.of(configured);
        // only the server rotates the log: it knows the size limit
        AuditFile file = new AuditFile(path, 0, 1);
        try {
            file.prepare();
            String name = command.spec.qualifiedName(" ").replaceFirst("^tidemark ", "");
            AuditLog.write(file, new Event.AdminCommand(Instant.now(), System.getProperty("user.name", ""), name,
                    typed(command), account, outcome));
            return true;
        } catch (IOException e) {
            String begin = outcome == Event.Outcome.DONE ? "Done, but the" : "The";
            command.say(begin + " audit log " + path + " cannot be written: " + e);
            return false;
        }
    }

    /** The given options and parameters by name. */
    private static Map<String, String> typed(PrintingCommand command) {
        Map<String, String> typed = new LinkedHashMap<>();
        for (ArgSpec given : command.spec.commandLine().getParseResult().matchedArgs()) {
            String name = given instanceof OptionSpec option ? option.longestName() : given.paramLabel();
            if (!name.equals("--state") && !name.equals("--json")) {
                typed.put(name, String.join(",", given.originalStringValues()));
            }
        }
        return typed;
    }
}
