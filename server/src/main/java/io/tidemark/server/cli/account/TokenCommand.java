package io.tidemark.server.cli.account;

import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.AccessTokens;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.identity.token.SigningKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark token}: prints an access token, for users who may read the state folder. */
@Command(name = "token", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class TokenCommand extends StateCommand {

    private static final int PASSWORD_BYTES = 32;

    @ArgGroup(multiplicity = "1")
    Whose whose;

    static final class Whose {
        @Option(names = "--user", order = 1, paramLabel = "NAME")
        @Nullable String user;

        @Option(names = "--client", order = 2, paramLabel = "ID")
        @Nullable String client;

        @Option(names = "--role", order = 3, paramLabel = "R", converter = AccessOptions.RoleName.class)
        @Nullable Role role;
    }

    @Mixin
    FarmerOptions farmer;

    @Option(names = "--config", order = 85, paramLabel = "FILE")
    @Nullable Path config;

    @Override
    public void run() {
        if (farmer.farmer != null && whose.role != Role.FARMER) {
            throw new InvalidAccountException("--farmer goes with --role farmer");
        }
        boolean isStateNamed = spec.commandLine().getParseResult().hasMatchedOption("--state");
        ServerConfig server = ConfigReader.read(config, System.getenv(), isStateNamed
                ? Map.of("state", state.toString()) : Map.of());
        // the server's own: keys of another folder sign tokens that it refuses
        state = server.state();
        IdentityConfig identity = IdentityConfig.of(server.identity().issuer(), server.identity().audience(), state);
        Clock clock = Clock.systemUTC();
        // the role's user may be the first account
        Accounts accounts = new Accounts(whose.role == null
                ? StateStore.openExisting(state, clock) : StateStore.openInside(state, clock));
        Account found = found(accounts);
        AccessTokens tokens = new AccessTokens(identity, SigningKeys.open(state, clock), clock);
        account = found.id();
        if (json) {
            printJson(Json.object("access_token", tokens.issue(found), "token_type", "bearer",
                    "expires_in", tokens.lifeSeconds(), "account_id", found.id()));
        } else {
            out().println(tokens.issue(found));
        }
    }

    private Account found(Accounts accounts) {
        if (whose.user != null) {
            return accounts.findUser(whose.user)
                    .orElseThrow(() -> new InvalidAccountException("There is no active user named " + whose.user));
        }
        if (whose.client != null) {
            return accounts.find(whose.client).filter(client -> client.active() && client.kind() == Account.Kind.CLIENT)
                    .orElseThrow(() -> new InvalidAccountException("There is no active client with the id "
                    + whose.client));
        }
        Role role = Optional.ofNullable(whose.role).orElseThrow();
        if (role == Role.READONLY) {
            throw new InvalidAccountException("Role readonly has no permissions by itself: add a user or client with "
                    + "permissions, and name that one");
        }
        Access access = Access.of(role, farmer.checked(this), null);
        String name = "local-" + role.wireName() + (access.farmerId() == null ? "" : "-" + access.farmerId());
        Account local = accounts.findUser(name).orElseGet(() -> {
            byte[] random = new byte[PASSWORD_BYTES];
            new SecureRandom().nextBytes(random);
            return accounts.addUser(name, null, access, Base64.getEncoder().encodeToString(random));
        });
        if (!local.access().equals(access)) {
            throw new InvalidAccountException("The user " + name + " has other rights than role " + role.wireName()
                    + ": use --user " + name + ", or revoke it");
        }
        return local;
    }
}
