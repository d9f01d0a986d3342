package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.CommandGroup;
import io.tidemark.server.cli.state.ListingCommand;
import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.key.ApiKey;
import io.tidemark.server.identity.key.ApiKeyFields;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.key.NewApiKey;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** {@code tidemark key add|set|list|revoke}: manages API keys, which may only read. */
@Command(name = "key", description = {"API keys: read with fixed permissions, without signing in.",
    "A farmer's key sees what a user of that farmer sees; any other key has the role readonly. Send the key in the "
            + "X-API-Key header."},
        footerHeading = "%nExample:%n",
        footer = {"  tidemark key add board --permissions mortality:read,common:read",
            "  tidemark key add excel --farmer F07 --permissions mortality:read,common:read"})
public final class KeyCommands extends CommandGroup {
    private KeyCommands() {
    }

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return new KeyCommands().with(new Add(), new KeySet(), new ListAll(), new Revoke());
    }

    @Command(name = "add", sortOptions = false, description = {"Add an API key and print it. It is shown only once; "
            + "only its hash is kept.",
        "A running server accepts it at once."},
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:added", "2:wrong usage, or a value that is not allowed", "5:state folder unusable"},
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidemark key add board --permissions mortality:read,common:read --json",
                "  tidemark key add excel --farmer F07 --permissions mortality:read,common:read",
                "  tidemark key add trial --permissions common:read --expires 2027-01-01"})
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Add extends StateCommand {
        @Parameters(paramLabel = "NAME", description = "The key's name in lists.")
        String name;

        @Mixin
        FarmerOptions farmer;

        @Option(names = "--permissions", order = 3, paramLabel = "P", split = ",", required = true,
                converter = PermissionName.class, description = {"Its permissions, comma-separated:",
                    "mortality:read, environment:read, feeding:read,",
                    "treatment:read, inventory:read, common:read, raw:read."})
        List<Permission> permissions;

        @Option(names = "--expires", order = 4, paramLabel = "DATE", converter = KeyEnd.class,
                description = "First day, in Norway, on which the key is refused, such as 2027-01-01 (default: never).")
        ApiKeys.@Nullable Expiry expires;

        @Override
        public void run() {
            String owner = farmer.checked(this);
            NewApiKey added = new ApiKeys(StateStore.openInside(state, Clock.systemUTC()))
                    .add(name, owner, Set.copyOf(permissions), expires == null ? null : expires.at());
            if (json) {
                printJson(ApiKeyFields.of(added));
            } else {
                out().println("id:      " + added.key().id());
                out().println("api_key: " + added.text());
            }
            account = added.key().id();
            say("Added API key " + added.key().name() + ". Keep it now: it cannot be shown again.");
        }
    }

    @Command(name = "list", description = "List API keys, revoked and expired ones too, with the time of their last "
            + "use.", exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:listed", "2:wrong usage", "5:state folder unusable"},
            footerHeading = "%nExample:%n", footer = "  tidemark key list --json")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            show(new ApiKeys(StateStore.openExisting(state, Clock.systemUTC())).list(), ApiKeyFields::of,
                    KeyOutput.HEADINGS, KeyOutput::row);
        }
    }

    @Command(name = "revoke", description = {"Revoke an API key.",
        "A running server refuses it within 10 seconds, usually at once."}, exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:revoked", "2:wrong usage, or no such active key", "5:state folder unusable"},
            footerHeading = "%nExample:%n", footer = "  tidemark key revoke 0123456789abcdef01234567")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Revoke extends StateCommand {
        @Parameters(paramLabel = "ID", description = "The key's id, its middle part: tm_<id>_...")
        String id;

        @Override
        public void run() {
            ApiKey key = new ApiKeys(StateStore.openExisting(state, Clock.systemUTC())).revoke(id)
                    .orElseThrow(() -> new InvalidAccountException("There is no active API key with that id; see key "
                    + "list"));
            account = key.id();
            say("Revoked API key " + key.name() + ".");
            if (json) {
                printJson(ApiKeyFields.of(key));
            }
        }
    }
}
