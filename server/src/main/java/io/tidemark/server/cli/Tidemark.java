package io.tidemark.server.cli;

import io.tidemark.server.answer.ProgramVersion;
import io.tidemark.server.cli.account.ClientCommands;
import io.tidemark.server.cli.account.KeyCommands;
import io.tidemark.server.cli.account.TokenCommand;
import io.tidemark.server.cli.account.UserCommands;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.ingest.GenerateCommand;
import io.tidemark.server.cli.ingest.IngestCommand;
import io.tidemark.server.cli.query.QueryCommand;
import io.tidemark.server.cli.query.SqlCommand;
import io.tidemark.server.cli.route.DocsCommand;
import io.tidemark.server.cli.route.OpenApiCommand;
import io.tidemark.server.cli.route.RouteCommands;
import io.tidemark.server.cli.serve.DemoCommand;
import io.tidemark.server.cli.serve.ServeCommand;
import io.tidemark.server.cli.snapshot.LakeCommands;
import io.tidemark.server.cli.snapshot.SnapshotCommands;
import io.tidemark.server.cli.state.SessionCommands;
import io.tidemark.server.cli.state.SigningKeyCommands;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code tidemark} command. */
@Command(name = "tidemark", version = "tidemark " + ProgramVersion.TEXT, synopsisSubcommandLabel = "COMMAND",
        description = {"Benchmark analytics for fish farming: deliveries go in by ingest, answers come out over HTTP.", ""},
        footerHeading = "%nFirst steps:%n",
        footer = {"  tidemark demo                     generate, ingest and serve invented data",
            "  tidemark ingest DIR --lake LAKE   take in a delivery",
            "  tidemark serve --lake LAKE        serve it"})
public final class Tidemark {

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Show the version.")
    boolean version;

    private Tidemark() {}

    /** Runs the command line; the exit code is the command's. */
    public static void main(String[] arguments) {
        LogSetup.configure();
        System.exit(create(System.in).execute(arguments));
    }

    /** The command with all its subcommands; passwords are read from {@code in}. */
    public static CommandLine create(InputStream in) {
        FailureReport failures = new FailureReport();
        return new CommandLine(new Tidemark())
                .addSubcommand(new CommandLine(new DemoCommand()))
                .addSubcommand(new CommandLine(new GenerateCommand()))
                .addSubcommand(new CommandLine(new IngestCommand()))
                .addSubcommand(SnapshotCommands.create())
                .addSubcommand(LakeCommands.create())
                .addSubcommand(new CommandLine(new ServeCommand()))
                .addSubcommand(RouteCommands.create())
                .addSubcommand(new CommandLine(new OpenApiCommand()))
                .addSubcommand(new CommandLine(new DocsCommand()))
                .addSubcommand(new CommandLine(new QueryCommand()))
                .addSubcommand(new CommandLine(new SqlCommand(in)))
                .addSubcommand(UserCommands.create(in))
                .addSubcommand(ClientCommands.create())
                .addSubcommand(KeyCommands.create())
                .addSubcommand(SessionCommands.create())
                .addSubcommand(SigningKeyCommands.create())
                .addSubcommand(new CommandLine(new TokenCommand()))
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }
}
