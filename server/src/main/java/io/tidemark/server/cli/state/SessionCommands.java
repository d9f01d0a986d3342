package io.tidemark.server.cli.state;

import io.tidemark.server.cli.console.CommandGroup;
import io.tidemark.server.cli.console.Times;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.RefreshFamilies;
import io.tidemark.server.identity.token.RefreshFamilies.Family;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark session list|revoke}: manages the sessions, which are valid refresh tokens. */
@Command(name = "session", description = {"Sessions: valid refresh tokens, one session for every sign-in.",
    "A revoked session gives no more access tokens; issued ones expire within the hour."},
        synopsisSubcommandLabel = "(list | revoke)", footerHeading = "%nExample:%n",
        footer = "  tidemark session revoke --user kari")
public final class SessionCommands extends CommandGroup {
    private SessionCommands() {
    }

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new SessionCommands().with(new ListAll(), new Revoke());
    }

    @Command(name = "list", description = "List the active sessions, the last to expire last.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:listed", "2:wrong usage", "5:state folder unusable"},
            footerHeading = "%nExample:%n", footer = "  tidemark session list --json")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            show(new RefreshFamilies(StateStore.openExisting(state, Clock.systemUTC())).list(), SessionCommands::fields,
                    List.of("ID", "ACCOUNT", "NAME", "EXPIRES"), session -> List.of(session.id(), session.accountId(),
                            session.accountName(), Times.minute(session.expiresAt())));
        }
    }

    @Command(name = "revoke", sortOptions = false, description = "Revoke a session, or all of an account.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:revoked", "2:wrong usage, or no such session in force", "5:state folder unusable"},
            footerHeading = "%nExamples:%n",
            footer = {"  tidemark session revoke --user kari",
                "  tidemark session revoke --client tmc_0123456789abcdef01234567",
                "  tidemark session revoke 3f2a7c1e-5b1d-4c0e-9a57-0d2f8f0f6a11"})
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Revoke extends StateCommand {
        @ArgGroup(multiplicity = "1")
        Which which;

        static final class Which {
            @Parameters(paramLabel = "ID", description = "The session's id, as in the list and in the audit log.")
            @Nullable String id;

            @Option(names = "--user", order = 1, paramLabel = "NAME", description = "All of a user.")
            @Nullable String user;

            @Option(names = "--client", order = 2, paramLabel = "ID", description = "All of a client.")
            @Nullable String client;
        }

        @Override
        public void run() {
            StateStore store = StateStore.openExisting(state, Clock.systemUTC());
            RefreshFamilies sessions = new RefreshFamilies(store);
            List<Family> revoked = which.id == null ? sessions.revokeOf(account(store))
                    : sessions.revoke(which.id).stream().toList();
            if (revoked.isEmpty()) {
                throw new InvalidAccountException("There is no such session in force; see session list");
            }
            say("Revoked " + revoked.size() + (revoked.size() == 1 ? " session of " : " sessions of ")
                    + revoked.getFirst().accountName() + ".");
            if (json) {
                printJson(revoked.stream().map(SessionCommands::fields).toList());
            }
        }

        private String account(StateStore store) {
            if (which.client != null) {
                return which.client;
            }
            return new Accounts(store).findUser(String.valueOf(which.user)).map(Account::id)
                    .orElseThrow(() -> new InvalidAccountException("There is no user named " + which.user + " in force"));
        }
    }

    private static Map<String, String> fields(Family session) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("id", session.id());
        fields.put("account_id", session.accountId());
        fields.put("account_name", session.accountName());
        fields.put("expires_at", session.expiresAt().toString());
        return fields;
    }
}
