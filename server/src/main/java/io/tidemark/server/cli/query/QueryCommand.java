package io.tidemark.server.cli.query;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.cli.snapshot.LakeCommand;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.WatchConfig;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.request.LocalQuery;
import io.tidemark.server.request.LocalSnapshot;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark query}: queries a route without a server. */
@Command(name = "query", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class QueryCommand extends LakeCommand {


    @Parameters(index = "0", paramLabel = "ROUTE")
    String route;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "name=value")
    List<String> values = new ArrayList<>();

    @Option(names = "--as", order = 1, paramLabel = "CALLER", defaultValue = "analyst")
    String as;

    @Mixin
    OutputOptions output;

    @Mixin
    AskedLakeOptions asks;

    private final Map<String, String> environment;

    /** Reads the configuration that the process's environment names. */
    public QueryCommand() {
        this(System.getenv());
    }

    /** Reads the configuration that an environment names. */
    public QueryCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public int run(Lake lake) {
        OutputFormat format = output.format(json);
        Map<String, List<String>> query = query(format);
        Caller caller = AssumedCaller.of(as, spec.commandLine());
        String path = route.startsWith("/") ? route : "/" + route;
        RouteCatalog all = routes(path);
        RouteCatalog.Match match = all.match(path).orElseThrow(() -> wrong("there is no route " + path
                + NearestName.hint(path, all.routes().stream().map(RouteContract::path).toList())
                + "; tidemark routes list shows all"));
        LocalQuery local = new LocalQuery(match, query, caller, asks.today());
        try {
            local.admit();
            RouteCatalog one = all.only(match.route());
            try (LocalSnapshot asked = LocalSnapshot.open(lake, asks.id, one)) {
                AssumedCaller.check(caller, asked.snapshot(), spec.commandLine());
                Path written = asked.folder().resolve("answer");
                RowWriter.Maker table = format == OutputFormat.TABLE
                        ? out -> new TableRows(match.route().fields(), out) : null;
                LocalQuery.Answered answer;
                try (OutputStream out = Files.newOutputStream(written)) {
                    answer = local.ask(one, asked.snapshot(), asked.folder(), table, out);
                    // a JSON document ends with a line end
                    out.write(format == OutputFormat.JSON ? new byte[] {'\n'} : new byte[0]);
                }
                output.deliver(written);
                report(answer);
            }
        } catch (ApiException.BadRequest e) {
            throw wrong(e.details().stream().map(QueryCommand::words).collect(Collectors.joining("; ")));
        } catch (ApiException e) {
            if (e.status() < 500) {
                throw wrong(e.publicMessage() + (e instanceof ApiException.Forbidden ? " (asked as " + as
                        + ", see --as)" : ""));
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("the answer cannot be written: " + e.getMessage(), e);
        }
        return FailureReport.DONE;
    }

    // with the server's limits of mortality, where the route has them: others need no configuration
    private RouteCatalog routes(String path) {
        RouteCatalog all = asks.own.catalog();
        boolean hasLimits = all.match(path).map(match -> match.route().query().constants().keySet())
                .filter(names -> !Collections.disjoint(names, WatchConfig.Limits.NAMES)).isPresent();
        return hasLimits ? all.withConstants(ConfigReader.watchLimits(ConfiguredDefaults.file(environment)
                .orElse(null), environment).constants())
                : all;
    }

    private void report(LocalQuery.Answered answer) {
        if (answer.rows() == 0) {
            say("no rows");
        } else if (answer.hasMore()) {
            say("more rows follow: set limit and offset, or use --format csv");
        }
    }

    private static String words(ApiException.Detail detail) {
        return detail.parameter() + (detail.value() == null ? "" : "=" + detail.value()) + ": " + detail.message();
    }

    private Map<String, List<String>> query(OutputFormat format) {
        Map<String, List<String>> query = new TreeMap<>();
        for (String pair : values) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw wrong("write parameters as name=value, not " + pair);
            }
            query.computeIfAbsent(pair.substring(0, equals), name -> new ArrayList<>()).add(pair.substring(equals + 1));
        }
        if (query.containsKey(CommonParameters.FORMAT) || query.containsKey(CommonParameters.SNAPSHOT)) {
            throw wrong("format and snapshot are options here: --format, --snapshot");
        }
        if (format != OutputFormat.TABLE) {
            query.put(CommonParameters.FORMAT, List.of(format.text()));
        }
        return query;
    }
}
