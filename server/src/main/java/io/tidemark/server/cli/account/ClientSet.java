package io.tidemark.server.cli.account;

import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountFields;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark client set}: changes a client. */
@Command(name = "set", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class ClientSet extends StateCommand {

    @Parameters(paramLabel = "ID")
    String id;

    @Mixin
    AccessChangeOptions access;

    @Override
    public void run() {
        if (!access.given()) {
            throw new InvalidAccountException("There is nothing to change: name --role, --farmer or --permissions");
        }
        Account client = new Accounts(StateStore.openExisting(state, Clock.systemUTC()))
                .changeClient(id, access.change(this))
                .orElseThrow(() -> new InvalidAccountException("There is no active client with the id " + id));
        account = client.id();
        say("Changed client " + AccountOutput.words(client) + ".");
        if (json) {
            printJson(AccountFields.of(client));
        }
    }
}
