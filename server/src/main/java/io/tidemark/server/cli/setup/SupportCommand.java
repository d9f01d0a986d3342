package io.tidemark.server.cli.setup;

import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark support}: collects what somebody needs who is asked for help. */
@Command(name = "support", sortOptions = false,
        description = {"Write a file for whoever is asked for help.", "",
            "A ZIP archive with versions, the configuration with its secrets masked, what doctor finds, the snapshots' manifests, the metrics where "
                + "they are on, and the last warnings and errors of the log. It has no row of any company, no account and no request; "
                + "the manifests have ids of companies, names of deliveries and numbers of rows. Read it before you pass it on.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "2:wrong usage, or the file is there already", "5:the file cannot be written"},
        footerHeading = "%nExample:%n", footer = "  sudo -u tidemark tidemark support /tmp/tidemark-support.zip")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SupportCommand extends PrintingCommand {

    @Parameters(paramLabel = "FILE", description = "The file to write; it must not be there yet.")
    Path file;

    @Mixin
    ConfigurationOptions configuration;

    @Override
    public Integer call() {
        if (Files.exists(file)) {
            throw new ParameterException(spec.commandLine(), "there is a file " + file + " already");
        }
        try {
            List<String> parts = SupportFile.write(file, configuration.file(), System.getenv(), configuration.flags());
            if (json) {
                printJson(Map.of("file", file.toString(), "parts", parts));
            } else {
                out().println("wrote " + file + ": " + String.join(", ", parts));
            }
            out().flush();
            return FailureReport.DONE;
        } catch (IOException e) {
            say(spec.qualifiedName(" ") + ": " + file + " cannot be written: " + e.getMessage());
            return FailureReport.DAMAGED;
        }
    }
}
