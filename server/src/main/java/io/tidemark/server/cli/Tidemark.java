package io.tidemark.server.cli;

import io.tidemark.server.cli.account.ClientCommands;
import io.tidemark.server.cli.account.KeyCommands;
import io.tidemark.server.cli.account.TokenCommand;
import io.tidemark.server.cli.account.UserCommands;
import io.tidemark.server.cli.console.CommandGroup;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StandardOutput;
import io.tidemark.server.cli.farmer.FarmerEraseCommand;
import io.tidemark.server.cli.farmer.FarmerExportCommand;
import io.tidemark.server.cli.ingest.CodesCommand;
import io.tidemark.server.cli.ingest.DeliverCommand;
import io.tidemark.server.cli.ingest.GenerateCommand;
import io.tidemark.server.cli.ingest.IngestCommand;
import io.tidemark.server.cli.query.McpCommand;
import io.tidemark.server.cli.query.QueryCommand;
import io.tidemark.server.cli.query.SqlCommand;
import io.tidemark.server.cli.route.DocsCommand;
import io.tidemark.server.cli.route.OpenApiCommand;
import io.tidemark.server.cli.route.RouteCheck;
import io.tidemark.server.cli.route.RouteList;
import io.tidemark.server.cli.route.RouteShow;
import io.tidemark.server.cli.serve.DemoCommand;
import io.tidemark.server.cli.serve.ServeCommand;
import io.tidemark.server.cli.serve.WatchTest;
import io.tidemark.server.cli.setup.BackupCommand;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.cli.setup.DoctorCommand;
import io.tidemark.server.cli.setup.FoldersCheck;
import io.tidemark.server.cli.setup.InitCommand;
import io.tidemark.server.cli.setup.RestoreCommand;
import io.tidemark.server.cli.snapshot.LakeClaims;
import io.tidemark.server.cli.snapshot.LakeFreshness;
import io.tidemark.server.cli.snapshot.LedgerRecover;
import io.tidemark.server.cli.snapshot.SnapshotCertify;
import io.tidemark.server.cli.snapshot.SnapshotDerive;
import io.tidemark.server.cli.snapshot.SnapshotList;
import io.tidemark.server.cli.snapshot.SnapshotPrune;
import io.tidemark.server.cli.snapshot.SnapshotPublish;
import io.tidemark.server.cli.snapshot.SnapshotRepair;
import io.tidemark.server.cli.snapshot.SnapshotRestate;
import io.tidemark.server.cli.snapshot.SnapshotRollback;
import io.tidemark.server.cli.snapshot.SnapshotVerify;
import io.tidemark.server.cli.state.SigningKeyCommands;
import io.tidemark.server.http.ProgramVersion;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code tidemark} command. */
@Command(name = "tidemark", versionProvider = Tidemark.Words.class, synopsisSubcommandLabel = "COMMAND",
        description = {"Benchmark analytics for fish farming: deliveries go in by ingest, answers come out over HTTP.",
                ""},
        footerHeading = "%nFirst steps:%n",
        footer = {"  tidemark demo                     generate, ingest and serve invented data",
            "  tidemark ingest DIR --lake LAKE   take in a delivery",
            "  tidemark serve --lake LAKE        serve it"})
public final class Tidemark {

    @Option(names = {"-h", "--help"}, usageHelp = true)
    boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true)
    boolean version;

    /** Subcommands that run other subcommands. */
    private static final Map<String, List<String>> NEEDED = Map.of("init", List.of("user", "init"));

    private Tidemark() {}

    /** The text of {@code --version}. */
    static final class Words implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {ProgramVersion.words()};
        }
    }

    /** Runs the command line; the exit code is the command's. */
    public static void main(String[] arguments) {
        LogSetup.configure();
        StandardOutput out = new StandardOutput();
        CommandLine tidemark = create(System.in, arguments).setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        System.exit(out.end(tidemark, tidemark.execute(arguments)));
    }

    /** Creates the command with all its subcommands; passwords are read from {@code in}. */
    public static CommandLine create(InputStream in) {
        CommandLine tidemark = create(commands(in).values());
        CommandWords.into(tidemark);
        return tidemark;
    }

    /**
     * Creates the command as needed for these arguments: to create every subcommand with its options takes longer than
     * most of them run.
     *
     * @return the command with only the subcommand named first, or with all
     */
    static CommandLine create(InputStream in, String... arguments) {
        Map<String, Supplier<CommandLine>> all = commands(in);
        List<String> needed = arguments.length == 0 ? List.of()
                : NEEDED.getOrDefault(arguments[0], List.of(arguments[0]));
        return all.keySet().containsAll(needed) && !needed.isEmpty()
                ? create(needed.stream().map(name -> Objects.requireNonNull(all.get(name))).toList())
                : create(all.values());
    }

    private static CommandLine create(Collection<Supplier<CommandLine>> commands) {
        FailureReport failures = new FailureReport();
        CommandLine tidemark = new CommandLine(new Tidemark());
        commands.forEach(command -> tidemark.addSubcommand(command.get()));
        tidemark.setHelpFactory((spec, colours) -> {
            CommandWords.into(tidemark);
            return new CommandLine.Help(spec, colours);
        });
        return tidemark.setDefaultValueProvider(new ConfiguredDefaults(System.getenv()))
                .setExecutionStrategy(new RootCheck(new FoldersCheck(System.getenv()), System.getenv()))
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }

    /** The subcommands by name, in the order of the help. */
    static Map<String, Supplier<CommandLine>> commands(InputStream in) {
        // the help of three subcommands documents all commands
        Supplier<CommandLine> all = () -> create(in);
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("demo", () -> new CommandLine(new DemoCommand(all)));
        commands.put("generate", () -> new CommandLine(new GenerateCommand()));
        commands.put("ingest", () -> new CommandLine(new IngestCommand()));
        commands.put("codes", () -> new CommandLine(new CodesCommand()));
        commands.put("deliver", () -> new CommandLine(new DeliverCommand()));
        commands.put("snapshot", () -> CommandGroup.of("snapshot", new SnapshotList(), new SnapshotVerify(),
                new SnapshotRepair(), new SnapshotPublish(), new SnapshotRollback(), new SnapshotPrune(),
                new SnapshotDerive(), new SnapshotRestate(), new SnapshotCertify()));
        commands.put("lake", () -> CommandGroup.of("lake", new LakeFreshness(), new LakeClaims()));
        commands.put("ledger", () -> CommandGroup.of("ledger", new LedgerRecover()));
        commands.put("farmer", () -> CommandGroup.of("farmer", new FarmerExportCommand(), new FarmerEraseCommand()));
        commands.put("serve", () -> new CommandLine(new ServeCommand(all)));
        commands.put("routes", () -> CommandGroup.of("routes", new RouteList(), new RouteShow(), new RouteCheck()));
        commands.put("openapi", () -> new CommandLine(new OpenApiCommand()));
        commands.put("docs", () -> new CommandLine(new DocsCommand(all)));
        commands.put("query", () -> new CommandLine(new QueryCommand()));
        commands.put("mcp", () -> new CommandLine(new McpCommand(in)));
        commands.put("sql", () -> new CommandLine(new SqlCommand(in)));
        commands.put("user", () -> UserCommands.create(in));
        commands.put("client", ClientCommands::create);
        commands.put("key", KeyCommands::create);
        commands.put("signing-key", SigningKeyCommands::create);
        commands.put("token", () -> new CommandLine(new TokenCommand()));
        commands.put("watch", () -> CommandGroup.of("watch", new WatchTest()));
        commands.put("init", () -> new CommandLine(new InitCommand(in)));
        commands.put("doctor", () -> new CommandLine(new DoctorCommand()));
        commands.put("backup", () -> BackupCommand.create(all));
        commands.put("restore", () -> new CommandLine(new RestoreCommand()));
        return commands;
    }
}
