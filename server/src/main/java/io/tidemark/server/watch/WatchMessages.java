package io.tidemark.server.watch;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.server.config.WatchConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Channel;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.WatchMail;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the messages of a snapshot: one mail for each account that asked for it, with what that account may read, and
 * one post for each company. The accounts are read anew each time.
 */
public final class WatchMessages {

    private static final System.Logger LOG = System.getLogger("io.tidemark.watch");
    private static final String NAME = "(watch)";

    private final WatchConfig config;
    private final Accounts accounts;
    private final EventReceiver events;
    private final @Nullable MailServer mail;
    private final @Nullable WebhookReceiver webhook;

    /** Uses the settings and the accounts; a message that cannot be made is an event. */
    public WatchMessages(WatchConfig config, Accounts accounts, EventReceiver events) {
        this.config = config;
        this.accounts = accounts;
        this.events = events;
        this.mail = config.mail() == null ? null : new MailServer(config.mail());
        this.webhook = config.webhook() == null ? null : new WebhookReceiver(config.webhook());
    }

    /** The messages of all companies that have something to tell. */
    List<WatchMessage> all(WatchReports reports, @Nullable String since) {
        return make(reports, since, farmer -> true, report -> !report.isEmpty());
    }

    /** The messages of one company, also when there is nothing to tell. */
    public List<WatchMessage> of(WatchReports reports, String farmer) {
        return make(reports, null, farmer::equals, report -> true);
    }

    /** The Monday summaries of those who have not had that of this week; from now on they have. */
    List<WatchMessage> weekly(WatchReports reports, LocalDate monday) {
        MailServer server = mail;
        return server == null ? List.of() : accounts.weekReaders(monday).stream().flatMap(account ->
                accounts.takeWeek(account.id(), monday).stream().flatMap(language -> make(reports, Channel.SUMMARY,
                        farmer(account), account.id(), () -> Optional.of(weekly(reports, account, language, server)))
                        .stream())).toList();
    }

    private List<WatchMessage> make(WatchReports reports, @Nullable String since, Predicate<String> wanted,
            Predicate<WatchReport> worth) {
        List<WatchMessage> messages = new ArrayList<>();
        if (mail != null) {
            for (Account account : accounts.watchers()) {
                if (wanted.test(farmer(account))) {
                    make(reports, Channel.MAIL, farmer(account), account.id(),
                            () -> Optional.of(reports.of(caller(account), since)).filter(worth)
                            .map(report -> mail(report, account, mail))).ifPresent(messages::add);
                }
            }
        }
        if (webhook != null) {
            for (String farmer : new TreeSet<>(reports.snapshot().farmerIds())) {
                if (wanted.test(farmer)) {
                    Caller caller = new Caller(NAME, NAME, null, Role.FARMER, Role.FARMER.defaultPermissions(), farmer,
                            null);
                    make(reports, Channel.WEBHOOK, farmer, null, () -> Optional.of(reports.of(caller, since))
                            .filter(worth).map(report -> post(report, webhook))).ifPresent(messages::add);
                }
            }
        }
        return messages;
    }

    private static String farmer(Account account) {
        return Objects.requireNonNull(account.access().farmerId());
    }

    private static Caller caller(Account account) {
        return new Caller(account.id(), account.name(), null, account.access().role(), account.access().permissions(),
                farmer(account), null);
    }

    private Optional<WatchMessage> make(WatchReports reports, Channel channel, String farmer, @Nullable String account,
            Supplier<Optional<WatchMessage.Sending>> sending) {
        try {
            return sending.get().map(ready -> new WatchMessage(channel, farmer, account, reports.snapshot().id(),
                    ready));
        } catch (ApiException e) {
            return givenUp(reports, channel, farmer, account, e.publicMessage());
        } catch (EngineException e) {
            return givenUp(reports, channel, farmer, account, "the pens cannot be read");
        } catch (RuntimeException e) {
            // whatever is wrong with one receiver's message, the others get theirs
            LOG.log(System.Logger.Level.ERROR, "a message about pens of " + farmer + " cannot be made", e);
            return givenUp(reports, channel, farmer, account, "the message cannot be made");
        }
    }

    private Optional<WatchMessage> givenUp(WatchReports reports, Channel channel, String farmer,
            @Nullable String account, String reason) {
        events.publish(new Event.WatchGivenUp(Instant.now(), channel, farmer, account, reports.snapshot().id(), 0,
                reason));
        return Optional.empty();
    }

    private WatchMessage.Sending mail(WatchReport report, Account account, MailServer server) {
        String address = Objects.requireNonNull(account.email());
        MailText text = MailText.of(report, MailWords.of(account.watchMail()), account.name(), config.dashboard(),
                Unsubscribe.link(accounts, account, config.dashboard(), false));
        return () -> server.send(address, text);
    }

    private WatchMessage.Sending weekly(WatchReports reports, Account account, WatchMail language, MailServer server) {
        String address = Objects.requireNonNull(account.email());
        MailText text = WeekSummary.of(reports, caller(account), MailWords.of(language)).text(config.dashboard(),
                Unsubscribe.link(accounts, account, config.dashboard(), true));
        return () -> server.send(address, text);
    }

    private static WatchMessage.Sending post(WatchReport report, WebhookReceiver receiver) {
        byte[] body = Json.bytes(report);
        return () -> receiver.post(body);
    }
}
