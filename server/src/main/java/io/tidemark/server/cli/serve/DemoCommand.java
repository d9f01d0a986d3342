package io.tidemark.server.cli.serve;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestReport;
import io.tidemark.server.TidemarkServer;
import io.tidemark.server.cli.console.CommandPages;
import io.tidemark.server.cli.console.ConsoleCommand;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.cli.ingest.IngestTable;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.event.ProgramLog;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark demo}: generates, ingests and serves synthetic data. */
@Command(name = "demo", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DemoCommand extends ConsoleCommand {

    private static final String MARK = ".tidemark-demo";
    private static final String SECRETS = "secrets";
    private static final int USUAL_PORT = 8080;

    private final Supplier<CommandLine> tidemark;

    @Option(names = "--dir", paramLabel = "DIR", defaultValue = "demo")
    Path dir;

    @Option(names = "--port", paramLabel = "P")
    @Nullable Integer port;

    @Option(names = "--sites", paramLabel = "N", defaultValue = "" + DemoLake.SITES)
    int sites;

    @Option(names = "--json")
    boolean json;

    /** Takes the whole command line, whose help is a page of the documentation. */
    public DemoCommand(Supplier<CommandLine> tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Integer call() throws InterruptedException {
        long start = System.nanoTime();
        clear();
        LocalDate today = Today.inNorway();
        Path lake = dir.resolve("lake");
        IngestReport report = new DemoLake(dir, today, this::say).make(sites);
        if (report.outcome() != IngestOutcome.PUBLISHED) {
            IngestTable.print(report, err());
            return FailureReport.REJECTED;
        }
        ServerConfig config = ConfigReader.read(null, Map.of(), Map.of("lake", lake.toString(),
                "state", dir.resolve("state").toString(), "server.port", Integer.toString(choosePort())));
        try (TidemarkServer server = TidemarkServer.start(config, new QuietEvents(),
                () -> CommandPages.all(tidemark.get()))) {
            Path secrets = dir.resolve(SECRETS);
            DemoCallers callers = DemoCallers.create(server.identity(), Lake.at(lake).current().orElseThrow(),
                    dir.resolve("state")).write(secrets);
            if (json) {
                out().println(new String(Json.bytes(callers.fields(ServeCommand.address(config, server), secrets)),
                        StandardCharsets.UTF_8));
                out().flush();
            } else {
                callers.print(out(), ServeCommand.address(config, server), secrets);
            }
            say(String.format(Locale.ROOT, "up after %.1f s; Ctrl-C stops", (System.nanoTime() - start) / 1e9));
            ServeCommand.untilStopped(server);
        }
        return FailureReport.DONE;
    }

    /** Limits the demo's log to errors. */
    private static final class QuietEvents implements EventReceiver {
        private final ProgramLog log = new ProgramLog();

        @Override
        public void publish(Event event) {
            if (event instanceof Event.SnapshotRefused) {
                log.publish(event);
            }
        }
    }

    /** Removes the folder of an earlier demo, and no other. */
    private void clear() {
        try {
            if (Files.isDirectory(dir) && !isEmpty(dir) && !Files.exists(dir.resolve(MARK))) {
                throw wrong(dir + " holds something other than a demo; choose another --dir");
            }
            for (String part : List.of("delivery", "lake", "state", SECRETS)) {
                DurableFiles.deleteTree(dir.resolve(part));
            }
            ownerOnly();
            Files.writeString(dir.resolve(MARK), "Created by tidemark demo, which clears this folder at each start.\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + dir, e);
        }
    }

    // the folder contains a lake with farmers' rows and a state, like a real server's;
    // its parent folders keep their permissions
    private void ownerOnly() throws IOException {
        Path above = dir.toAbsolutePath().getParent();
        if (above != null) {
            Files.createDirectories(above);
        }
        if (Files.isDirectory(dir)) {
            Files.setPosixFilePermissions(dir, FilePermissions.PRIVATE_FOLDER.value());
        } else {
            Files.createDirectory(dir, FilePermissions.PRIVATE_FOLDER);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private int choosePort() {
        if (port != null) {
            return port;
        }
        try (ServerSocket _ = new ServerSocket(USUAL_PORT, 1, InetAddress.getLoopbackAddress())) {
            return USUAL_PORT;
        } catch (IOException e) {
            say("port " + USUAL_PORT + " is taken; using a free one");
            return 0;
        }
    }
}
