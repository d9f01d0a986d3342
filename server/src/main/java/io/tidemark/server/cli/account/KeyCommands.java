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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark key add|set|list|revoke}: manages API keys, which may only read. */
public final class KeyCommands {
    private KeyCommands() {
    }

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return CommandGroup.of("key", new Add(), new KeySet(), new ListAll(), new Revoke());
    }

    @Command(name = "add", sortOptions = false)
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Add extends StateCommand {
        @Parameters(paramLabel = "NAME")
        String name;

        @Mixin
        FarmerOptions farmer;

        @Option(names = "--permissions", order = 3, paramLabel = "P", split = ",", required = true,
                converter = PermissionName.class)
        List<Permission> permissions;

        @Option(names = "--expires", order = 4, paramLabel = "DATE", converter = KeyEnd.class)
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

    @Command(name = "list")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            show(new ApiKeys(StateStore.openExisting(state, Clock.systemUTC())).list(), ApiKeyFields::of,
                    KeyOutput.HEADINGS, KeyOutput::row);
        }
    }

    @Command(name = "revoke")
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    static final class Revoke extends StateCommand {
        @Parameters(paramLabel = "ID")
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
