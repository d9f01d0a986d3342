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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark client add|set|list|revoke}: manages clients, which sign in with an id and a secret. */
public final class ClientCommands {
    private ClientCommands() {
    }

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return CommandGroup.of("client", new Add(), new ClientSet(), new ListAll(), new Revoke());
    }

    @Command(name = "add", sortOptions = false)
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Add extends StateCommand {
        @Parameters(paramLabel = "NAME")
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

    @Command(name = "list")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            show(new Accounts(StateStore.openExisting(state, Clock.systemUTC())).list(Account.Kind.CLIENT),
                    AccountFields::of, AccountOutput.HEADINGS, AccountOutput::row);
        }
    }

    @Command(name = "revoke")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Revoke extends StateCommand {
        @Parameters(paramLabel = "ID")
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
