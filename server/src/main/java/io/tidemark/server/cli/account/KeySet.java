package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.Times;
import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.key.ApiKey;
import io.tidemark.server.identity.key.ApiKeyFields;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark key set}: changes a key. */
@Command(name = "set", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class KeySet extends StateCommand {

    @Parameters(paramLabel = "ID")
    String id;

    @Option(names = "--permissions", order = 1, paramLabel = "P", split = ",", converter = PermissionName.class)
    @Nullable List<Permission> permissions;

    @Option(names = "--expires", order = 2, paramLabel = "DATE", converter = KeyEnd.class)
    ApiKeys.@Nullable Expiry expires;

    @Override
    public void run() {
        if (permissions == null && expires == null) {
            throw new InvalidAccountException("There is nothing to change: name --permissions or --expires");
        }
        ApiKey key = new ApiKeys(StateStore.openExisting(state, Clock.systemUTC()))
                .change(id, permissions == null ? null : Set.copyOf(permissions), expires)
                .orElseThrow(() -> new InvalidAccountException(
                "There is no active API key with that id; see key list"));
        account = key.id();
        say("Changed API key " + key.name() + ": " + String.join(", ", KeyOutput.permissions(key)) + "; ends "
                + (key.expiresAt() == null ? "never" : Times.minute(key.expiresAt())) + ".");
        if (json) {
            printJson(ApiKeyFields.of(key));
        }
    }
}
