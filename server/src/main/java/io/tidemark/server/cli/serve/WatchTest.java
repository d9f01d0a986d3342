package io.tidemark.server.cli.serve;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.text.NearestName;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.cli.setup.ConfigurationOptions;
import io.tidemark.server.cli.state.AuditedCommand;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.request.LocalSnapshot;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.watch.WatchMessage;
import io.tidemark.server.watch.WatchMessage.NotSentException;
import io.tidemark.server.watch.WatchMessages;
import io.tidemark.server.watch.WatchReports;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark watch test}: sends a company's messages now. */
@Command(name = "test", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class WatchTest extends PrintingCommand {

    @Option(names = "--farmer", order = 1, required = true, paramLabel = "ID")
    String farmer;

    @Mixin
    ConfigurationOptions configuration;

    @Override
    public Integer call() {
        ServerConfig settings = ConfigReader.read(configuration.file(), System.getenv(), configuration.flags());
        if (!settings.watch().sends()) {
            throw wrong("the configuration has neither watch.webhook nor watch.mail-host");
        }
        List<Map<String, @Nullable Object>> results = send(settings);
        boolean allSent = results.stream().allMatch(result -> result.get("problem") == null);
        if (json) {
            printJson(results);
        } else {
            results.forEach(result -> out().println(words(result)));
        }
        out().flush();
        boolean audited = AuditedCommand.write(this, settings.state(), null, allSent
                ? Event.Outcome.DONE : Event.Outcome.FAILED);
        return !audited ? FailureReport.DAMAGED : allSent ? FailureReport.DONE : FailureReport.REJECTED;
    }

    private List<Map<String, @Nullable Object>> send(ServerConfig settings) {
        List<Map<String, @Nullable Object>> results = new ArrayList<>();
        Accounts accounts = new Accounts(StateStore.openExisting(settings.state(), Clock.systemUTC()));
        WatchMessages messages = new WatchMessages(settings.watch(), accounts, event -> {
            if (event instanceof Event.WatchGivenUp failed) {
                results.add(result(failed.channel(), failed.accountId(), failed.reason()));
            }
        });
        RouteCatalog all = RouteCatalog.load(settings.sql()).withConstants(settings.watch().limits().constants());
        RouteCatalog one = all.only(all.match(WatchReports.ROUTE).orElseThrow().route());
        Lake opened = Lake.at(settings.lake());
        try (LocalSnapshot asked = LocalSnapshot.open(opened, null, one)) {
            if (!asked.snapshot().farmerIds().contains(farmer)) {
                throw wrong("there is no farmer " + farmer + " in snapshot " + asked.snapshot().id()
                        + NearestName.hint(farmer, asked.snapshot().farmerIds()));
            }
            WatchReports reports = new WatchReports(one, asked.snapshot(), opened, asked.folder(),
                    settings.today() == null ? Today.inNorway() : settings.today());
            for (WatchMessage message : messages.of(reports, farmer)) {
                results.add(result(message.channel(), message.accountId(), problem(message)));
            }
        }
        if (results.isEmpty()) {
            throw wrong("no account of " + farmer + " asked for mail (tidemark user set NAME --watch-mail nb), and "
                    + "there is no webhook");
        }
        return results;
    }

    private static @Nullable String problem(WatchMessage message) {
        try {
            message.sending().send();
            return null;
        } catch (NotSentException e) {
            return e.reason();
        }
    }

    private static Map<String, @Nullable Object> result(Event.Channel channel, @Nullable String account,
            @Nullable String problem) {
        return Json.object("channel", channel.name().toLowerCase(Locale.ROOT), "account_id", account,
                "problem", problem);
    }

    private static String words(Map<String, @Nullable Object> result) {
        Object account = result.get("account_id");
        Object problem = result.get("problem");
        return result.get("channel") + (account == null ? "" : " to account " + account) + ": "
                + (problem == null ? "sent" : "not sent, " + problem);
    }
}
