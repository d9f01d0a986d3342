package io.tidemark.server.cli.setup;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.server.cli.console.ConsoleCommand;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.setup.ConfigText;
import io.tidemark.server.setup.MemoryBudget;
import io.tidemark.server.setup.SelfSigned;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark init}: sets up a new installation. */
@Command(name = "init", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class InitCommand extends ConsoleCommand {

    private static final Path SYSTEM_FOLDER = Path.of("/var/lib/tidemark");
    private static final String LOOPBACK = "127.0.0.1";
    private static final String DEFAULT_FILE = "tidemark.yaml";

    private final InputStream in;

    @Option(names = "--config", paramLabel = "FILE")
    @Nullable Path config;

    @Option(names = "--folder", paramLabel = "DIR")
    @Nullable Path folder;

    @Option(names = "--host", paramLabel = "H")
    @Nullable String host;

    @Option(names = "--port", paramLabel = "P")
    @Nullable Integer port;

    @Option(names = "--certificate", paramLabel = "FILE")
    @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE")
    @Nullable Path key;

    @Option(names = "--self-signed", paramLabel = "NAME")
    @Nullable String selfSigned;

    @Option(names = "--behind-proxy")
    boolean behindProxy;

    @Option(names = "--metrics-port", paramLabel = "P")
    @Nullable Integer metricsPort;

    @Option(names = "--engine-memory-mb", paramLabel = "MB")
    @Nullable Integer engineMb;

    @Option(names = "--admin", paramLabel = "NAME")
    @Nullable String admin;

    @Option(names = "--password-stdin")
    boolean passwordStdin;

    @Option(names = "--systemd", paramLabel = "DIR")
    @Nullable Path systemd;

    @Option(names = "--force")
    boolean force;

    @Option(names = "--yes")
    boolean yes;

    /** Takes standard input, for answers and the password. */
    public InitCommand(InputStream in) {
        this.in = in;
    }

    @Override
    public Integer call() {
        Path file = config != null ? config : ConfiguredDefaults.file(System.getenv()).orElse(Path.of(DEFAULT_FILE));
        try {
            checkFree(file);
            ask(file);
            ConfigText text = text(file);
            FileOwnership owner = FileOwnership.of(text.folder());
            if (selfSigned != null) {
                SelfSigned.make(selfSigned, Objects.requireNonNull(text.certificate()),
                        Objects.requireNonNull(text.key()));
                owner.give(Objects.requireNonNull(text.certificate()));
                owner.give(Objects.requireNonNull(text.key()));
            }
            write(file, text, owner);
            ConfigReader.read(file, Map.of(), Map.of());
            say("wrote " + file);
            limit(file, text);
            int code = addAdmin(text.folder().resolve("state"), owner);
            return code == CommandLine.ExitCode.OK ? next(file, text, owner) : code;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
        }
    }

    private void checkFree(Path file) throws IOException {
        if (Files.exists(file) && !force && !Files.readString(file).equals(ConfigText.packaged().yaml())) {
            throw wrong("there is a configuration in " + file + "; --force replaces it, and keeps the old one as "
                    + file + ".old");
        }
    }

    private void ask(Path file) {
        if (yes || passwordStdin || Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            return;
        }
        ask(new Prompt(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), err()), file);
    }

    /** Asks for the missing options. */
    void ask(Prompt questions, Path file) {
        err().println("Setting up " + file.toAbsolutePath() + ". Press Enter to accept the value in brackets.");
        if (folder == null) {
            folder = Path.of(questions.ask("Folder for lake and state", usualFolder().toString(),
                    text -> !text.isEmpty()));
        }
        if (host == null) {
            host = questions.ask("Address to listen on; 127.0.0.1 is for this machine only", LOOPBACK,
                    InitCommand::isAddress);
        }
        if (port == null) {
            port = Integer.parseInt(questions.ask("Port", "8080", text -> text.matches("\\d{1,5}")
                    && Integer.parseInt(text) < 65_536));
        }
        if (!isLoopback(host) && certificate == null && selfSigned == null && !behindProxy) {
            switch (questions.ask("TLS: your own certificate (own), a self-signed one for a trial (trial), or a "
                    + "proxy's (proxy)",
                    "trial", List.of("own", "trial", "proxy")::contains)) {
                case "own" -> {
                    certificate = Path.of(questions.ask("PEM file of the certificate", "", InitCommand::isReadable));
                    key = Path.of(questions.ask("PEM file of its key", "", InitCommand::isReadable));
                }
                case "trial" -> selfSigned = questions.ask("Host name that clients use", "", SelfSigned::isName);
                default -> behindProxy = true;
            }
        }
        if (admin == null) {
            String name = questions.ask("Name of the first administrator, or - for none", "admin", text -> true);
            admin = name.equals("-") ? null : name;
        }
    }

    private static Path usualFolder() {
        return Files.isDirectory(SYSTEM_FOLDER) ? SYSTEM_FOLDER : Path.of("").toAbsolutePath();
    }

    private static boolean isReadable(String text) {
        return !text.isEmpty() && Files.isReadable(Path.of(text));
    }

    private static boolean isAddress(String text) {
        try {
            return !text.isEmpty() && InetAddress.getByName(text) != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isLoopback(@Nullable String address) {
        try {
            return InetAddress.getByName(address == null ? LOOPBACK : address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private ConfigText text(Path file) throws IOException {
        if ((certificate == null) != (key == null)) {
            throw wrong("--certificate and --key must be given together");
        }
        if (selfSigned != null && (certificate != null || !SelfSigned.isName(selfSigned))) {
            throw wrong(certificate != null ? "--self-signed and --certificate cannot be combined" : selfSigned
                    + " is no host name");
        }
        if (!isLoopback(host) && certificate == null && selfSigned == null && !behindProxy) {
            throw wrong(host + " is reachable from other machines: give --certificate and --key, --self-signed NAME "
                    + "for a trial, or --behind-proxy");
        }
        Path beside = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Files.createDirectories(beside);
        Path data = (folder == null ? usualFolder() : folder).toAbsolutePath().normalize();
        Files.createDirectories(data);
        int engine = engineMb != null ? engineMb
                : MemoryBudget.engine(MemoryBudget.available().orElse(MemoryBudget.process(ConfigText.ENGINE_MB)));
        return new ConfigText(data, host == null ? LOOPBACK : host, port == null ? 8080 : port, behindProxy,
                selfSigned != null ? beside.resolve("trial-cert.pem") : absolute(certificate),
                selfSigned != null ? beside.resolve("trial-key.pem") : absolute(key), metricsPort, engine,
                data.equals(SYSTEM_FOLDER) ? ConfigText.packaged().auditFile() : null);
    }

    private static @Nullable Path absolute(@Nullable Path path) {
        return path == null ? null : path.toAbsolutePath();
    }

    // the file may contain the webhook's token: other users must not read it
    private static void write(Path file, ConfigText text, FileOwnership owner) throws IOException {
        if (Files.exists(file)) {
            Files.copy(file, file.resolveSibling(file.getFileName() + ".old"), StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        DurableFiles.replace(file.toAbsolutePath(), text.yaml().getBytes(StandardCharsets.UTF_8),
                FileOwnership.GROUP_READS);
        owner.letRead(file);
    }

    private void limit(Path file, ConfigText text) throws IOException {
        Path units = Path.of("/etc/systemd/system");
        Path target = systemd != null ? systemd
                : Files.isWritable(units) && file.toAbsolutePath().equals(Path.of("/etc/tidemark/tidemark.yaml"))
                        ? units.resolve("tidemark.service.d") : null;
        if (target != null) {
            Files.createDirectories(target);
            Path limit = target.resolve("memory.conf");
            Files.writeString(limit, "# by tidemark init, for query.engine-memory-mb: " + text.engineMb()
                    + "\n[Service]\nMemoryMax=" + MemoryBudget.process(text.engineMb()) + "M\n");
            say("wrote " + limit + "; run systemctl daemon-reload to apply it");
        }
    }

    private int addAdmin(Path state, FileOwnership owner) throws IOException {
        StateStore.prepare(state);
        owner.giveTree(state);
        if (admin == null) {
            return CommandLine.ExitCode.OK;
        }
        CommandLine user = Optional.ofNullable(spec.commandLine().getParent())
                .map(top -> top.getSubcommands().get("user")).orElseThrow();
        // root may: what it makes is handed over below
        user.setExecutionStrategy(new CommandLine.RunLast());
        int code = passwordStdin ? user.execute("add", admin, "--role", "admin", "--state", state.toString(),
                "--password-stdin")
                : user.execute("add", admin, "--role", "admin", "--state", state.toString());
        owner.giveTree(state);
        if (code != CommandLine.ExitCode.OK) {
            say("the configuration was written, but the administrator was not added; next: tidemark user add " + admin
                    + " --role admin --state " + state);
        }
        return code;
    }

    private int next(Path file, ConfigText text, FileOwnership owner) {
        String scheme = text.certificate() == null ? "http" : "https";
        String user = owner.like().owner().getName();
        // root's commands are refused where another user's server opens what they make
        String program = (user.equals(System.getProperty("user.name")) ? "" : "sudo -u " + user + " ") + "tidemark ";
        String serve = text.folder().equals(SYSTEM_FOLDER) ? "systemctl enable --now tidemark"
                : program + "serve --config " + file;
        say("next: tidemark doctor --config " + file + "; " + (admin != null ? "" : program + "user add NAME --role "
                + "admin --state " + text.folder().resolve("state") + " adds an administrator; ") + program
                + "ingest DELIVERY --config " + file + "; " + serve + " answers at " + scheme + "://" + text.host()
                + ":" + text.port());
        return CommandLine.ExitCode.OK;
    }
}
