package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.CommandGroup;
import io.tidemark.server.cli.state.ListingCommand;
import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountFields;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** {@code tidemark client add|set|list|revoke}: manages clients, which sign in with an id and a secret. */
@Command(name = "client", description = "Clients: integrations that sign in with a client_id and a client_secret.",
        footerHeading = "%nExample:%n",
        footer = "  tidemark client add nightly --role farmer --farmer F07 --json > nightly.json")
public final class ClientCommands extends CommandGroup {
    private ClientCommands() {
    }

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new ClientCommands().with(new Add(), new ClientSet(), new ListAll(), new Revoke());
    }

    @Command(name = "add", sortOptions = false, description = {"Add a client and print its secrets, which are shown "
            + "only once.",
        "Prints client_id, client_secret and x_client_secret; only hashes of them are kept.",
        "client_id and client_secret get tokens. x_client_secret goes into the x-client-secret header of data routes, "
            + "which farmers who are not premium must send."},
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:added", "2:wrong usage, or a value that is not allowed", "5:state folder unusable"},
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidemark client add \"Fjordfisk nightly\" --role farmer --farmer F07",
                "  tidemark client add reports --role analyst \\",
                "      --permissions mortality:read --json > reports.json"})
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Add extends StateCommand {
        @Parameters(paramLabel = "NAME", description = "The client's name in lists and logs.")
        String name;

        @Mixin
        AccessOptions access;

        @Override
        public void run() {
            Access allowed = access.access(this);
            ClientCredentials added = new Accounts(StateStore.openInside(state, Clock.systemUTC()))
                    .addClient(name, allowed);
            account = added.client().id();
            if (json) {
                printJson(AccountFields.of(added));
            } else {
                out().println("client_id:       " + added.client().id());
                out().println("client_secret:   " + added.clientSecret());
                out().println("x_client_secret: " + added.xClientSecret());
            }
            say("Added client " + added.client().name() + ", role " + allowed.role().wireName()
                    + ". Keep the secrets now: they cannot be shown again.");
            String warning = AccessOptions.warning(allowed);
            if (warning != null) {
                say(warning);
            }
        }
    }

    @Command(name = "list", description = "List clients, revoked ones too.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:listed", "2:wrong usage", "5:state folder unusable"},
            footerHeading = "%nExample:%n", footer = "  tidemark client list --json")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            show(new Accounts(StateStore.openExisting(state, Clock.systemUTC())).list(Account.Kind.CLIENT),
                    AccountFields::of, AccountOutput.HEADINGS, AccountOutput::row);
        }
    }

    @Command(name = "revoke", description = {"Revoke a client.",
        "Sign-ins and refreshes are refused at once, requests within 10 seconds."},
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:revoked", "2:wrong usage, or no such active client", "5:state folder unusable"},
            footerHeading = "%nExample:%n", footer = "  tidemark client revoke tmc_0123456789abcdef01234567")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Revoke extends StateCommand {
        @Parameters(paramLabel = "ID", description = "The client_id.")
        String id;

        @Override
        public void run() {
            Account client = new Accounts(StateStore.openExisting(state, Clock.systemUTC())).revokeClient(id)
                    .orElseThrow(() -> new InvalidAccountException("There is no active client with the id " + id));
            account = client.id();
            say("Revoked client " + client.name() + ".");
            if (json) {
                printJson(AccountFields.of(client));
            }
        }
    }
}
