package io.tidemark.server.cli.serve;

import io.tidemark.server.ReloadingServer;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.cli.console.CommandPages;
import io.tidemark.server.cli.console.ConsoleCommand;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.LogStyle;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.ProgramLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jline.utils.Signals;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark serve}: runs the server until it is stopped. */
@Command(name = "serve", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class ServeCommand extends ConsoleCommand {

    private static final Duration MAX_STOP = Duration.ofSeconds(10);

    private final Supplier<CommandLine> tidemark;

    @Mixin
    ConfigOptions options;

    @Option(names = "--dump-config")
    boolean dumpConfig;

    /** Takes the whole command line, whose help is a page of the documentation. */
    public ServeCommand(Supplier<CommandLine> tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Integer call() {
        if (dumpConfig) {
            try {
                out().print(ConfigReader.dump(options.config, System.getenv(), options.flags()));
            } catch (ConfigException e) {
                // print the defaults, so that a user who looks for a setting's name finds it
                out().print("# these are the defaults: the configuration is wrong\n"
                        + ConfigReader.dump(null, Map.of(), Map.of()));
                throw e;
            } finally {
                out().flush();
            }
            return FailureReport.DONE;
        }
        try (ReloadingServer reloading = ReloadingServer.start(this::read,
                new ProgramLog(), () -> CommandPages.all(tidemark.get()))) {
            TidemarkServer server = reloading.server();
            ServerConfig config = reloading.config();
            say(config, "serving " + server.snapshots().servedId().map(id -> "snapshot " + id)
                    .orElse("no snapshot yet; ingest one into " + config.lake()) + " at " + address(config, server));
            server.metrics().ifPresent(address -> say(config, "metrics at " + address));
            Signals.register("HUP", reloading::reload);
            SystemdNotifier systemd = new SystemdNotifier(System.getenv());
            systemd.ready();
            untilStopped(reloading, reloading.failed(), systemd::stopping);
        }
        return FailureReport.DONE;
    }

    // at each reload, too: what the new server says at its start is in the new form already
    private ServerConfig read() {
        ServerConfig config = ConfigReader.readToServe(options.config, System.getenv(), options.flags());
        LogStyle.apply(config.log());
        return config;
    }

    // a log of JSON has no other lines
    private void say(ServerConfig config, String words) {
        if (config.log().json()) {
            System.getLogger("io.tidemark.server").log(System.Logger.Level.INFO, words);
        } else {
            say(words);
        }
    }

    /** The server's address as a URL. */
    static String address(ServerConfig config, TidemarkServer server) {
        return (config.certificate() == null ? "http://" : "https://") + config.http().host() + ":" + server.port()
                + config.http().basePath().path();
    }

    /** Waits for Ctrl-C or a stop signal, then lets running requests finish, for ten seconds at most. */
    static void untilStopped(AutoCloseable server) {
        untilStopped(server, new CompletableFuture<>(), () -> { });
    }

    // a failed server ends with its exit code, so that systemd starts it again
    private static void untilStopped(AutoCloseable server, CompletableFuture<Void> failed, Runnable stopping) {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Thread closing = Thread.ofPlatform().name("close").daemon().start(() -> close(server));
            stopping.run();
            try {
                if (!closing.join(MAX_STOP)) {
                    System.getLogger("io.tidemark.server").log(System.Logger.Level.WARNING,
                            "stopped while requests were still running");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            stopped.complete(null);
        }, "stop"));
        try {
            CompletableFuture.anyOf(stopped, failed).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static void close(AutoCloseable server) {
        try {
            server.close();
        } catch (Exception e) {
            System.getLogger("io.tidemark.server").log(System.Logger.Level.WARNING, "the server did not stop cleanly",
                    e);
        }
    }
}
