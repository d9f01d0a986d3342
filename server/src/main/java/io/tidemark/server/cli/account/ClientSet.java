package io.tidemark.server.cli.account;

import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark client set}. */
@Command(name = "set", sortOptions = false, description = {"Change what a client may do; what is not named, and its secrets, stay.",
    "Rights that are taken away are gone from tokens that are out within 10 seconds; rights that are added come with the next token. A "
        + "token of another role or farmer is refused (401), and a refresh gives the new one."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:changed", "2:wrong usage, no such client in force, or a value that is not allowed", "5:state folder unusable"},
        footerHeading = "%nExample:%n", footer = "  tidemark client set tmc_0123456789abcdef01234567 --permissions mortality:read")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class ClientSet extends StateCommand {

    @Parameters(paramLabel = "ID", description = "The client_id.")
    String id;

    @Mixin
    AccessChangeOptions access;

    @Override
    public void run() {
        if (!access.given()) {
            throw new InvalidAccountException("There is nothing to change: name --role, --farmer or --permissions");
        }
        Account client = new Accounts(StateStore.openExisting(state, Clock.systemUTC())).changeClient(id, access.change(this))
                .orElseThrow(() -> new InvalidAccountException("There is no client with the id " + id + " in force"));
        account = client.id();
        say("Changed client " + AccountOutput.words(client) + ".");
        if (json) {
            printJson(AccountOutput.fields(client));
        }
    }
}
