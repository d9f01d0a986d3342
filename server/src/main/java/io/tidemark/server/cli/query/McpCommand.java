package io.tidemark.server.cli.query;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.assistant.AssistantServer;
import io.tidemark.server.assistant.ToolCaller;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.cli.snapshot.LakeCommand;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.request.LocalQuery;
import io.tidemark.server.request.LocalSnapshot;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark mcp}: the routes as tools of an assistant on this machine, over a lake of one's own. */
@Command(name = "mcp", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class McpCommand extends LakeCommand {

    private final InputStream in;

    @Option(names = "--as", order = 1, paramLabel = "CALLER", defaultValue = "admin")
    String as;

    @Option(names = "--max-rows", order = 2, paramLabel = "N", defaultValue = "200")
    int maxRows;

    @Mixin
    AskedLakeOptions asks;

    /** Creates the command, which reads messages from {@code in}. */
    public McpCommand(InputStream in) {
        this.in = in;
    }

    /** Whoever runs the command, without limits. */
    private record LocalCaller(Caller caller, RouteCatalog catalog, ServedSnapshot snapshot, Path folder,
            LocalDate today) implements ToolCaller {
        @Override
        public Answer ask(RouteCatalog.Match match, Map<String, List<String>> query) {
            LocalQuery asked = new LocalQuery(match, query, caller, today);
            asked.admit();
            return new Answer(asked.bytes(catalog, snapshot, LocalQuery.NO_LIMITS, folder), snapshot.id(),
                    snapshot.completeThrough());
        }
    }

    @Override
    public int run(Lake lake) {
        Caller caller = AssumedCaller.of(as, spec.commandLine());
        Map<String, String> environment = System.getenv();
        RouteCatalog catalog = asks.own.catalog().withConstants(ConfigReader.watchLimits(ConfiguredDefaults
                .file(environment).orElse(null), environment).constants());
        try (LocalSnapshot opened = LocalSnapshot.open(lake, asks.id, catalog);
                AssistantServer server = new AssistantServer(maxRows);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            AssumedCaller.check(caller, opened.snapshot(), spec.commandLine());
            ToolCaller local = new LocalCaller(caller, catalog, opened.snapshot(), opened.folder(),
                    asks.today());
            say("ready: snapshot " + opened.snapshot().id() + ", as " + as);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    answer(server, line, local);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
        return FailureReport.DONE;
    }

    private void answer(AssistantServer server, String line, ToolCaller caller) {
        try {
            byte[] answer = server.answer(line.getBytes(StandardCharsets.UTF_8), caller);
            if (answer != null) {
                out().println(new String(answer, StandardCharsets.UTF_8));
                out().flush();
            }
        } catch (ApiException.BadRequest e) {
            // without an id there is nothing to answer
            say(e.publicMessage());
        }
    }
}
