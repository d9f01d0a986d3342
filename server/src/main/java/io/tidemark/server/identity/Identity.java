package io.tidemark.server.identity;

import com.github.benmanes.caffeine.cache.Ticker;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientSecrets;
import io.tidemark.server.identity.key.ApiKeyCheck;
import io.tidemark.server.identity.key.ApiKeys;
import io.tidemark.server.identity.key.KeyUses;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ExternalVerifier;
import io.tidemark.server.identity.state.StateCache;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.state.StateWatch;
import io.tidemark.server.identity.token.AccessTokens;
import io.tidemark.server.identity.token.IdentityConfig;
import io.tidemark.server.identity.token.OwnIssuer;
import io.tidemark.server.identity.token.RefreshFamilies;
import io.tidemark.server.identity.token.RefreshTokens;
import io.tidemark.server.identity.token.SigningKeys;
import io.tidemark.server.identity.token.TokenVerifier;
import io.tidemark.server.part.Parts;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All parts of identity over one state folder. It picks up changes of other processes until it is closed.
 *
 * @param accounts users and clients
 * @param apiKeys API keys
 * @param accessTokens makes access tokens
 * @param tokenService issues tokens for credentials
 * @param authenticator identifies callers
 * @param clientSecrets whether an x-client-secret is the caller's
 * @param routes the auth routes
 * @param wellKnown its public metadata
 * @param signingKeys its signing keys
 * @param external checks of other providers' tokens
 * @param watch follows the state folder
 */
public record Identity(Accounts accounts, ApiKeys apiKeys, AccessTokens accessTokens, TokenService tokenService,
        Authenticator authenticator, ClientSecrets clientSecrets, AuthRoutes routes, WellKnownRoutes wellKnown,
        SigningKeys signingKeys, List<ExternalVerifier> external, StateWatch watch) implements AutoCloseable {

    /** Keeps the list unmodifiable. */
    public Identity {
        external = List.copyOf(external);
    }

    /** Opens the identity of a server, with its throttle. */
    public static void start(Parts parts) {
        ServerConfig config = parts.config();
        GuardConfig.Limits limits = config.guard().limits();
        SignInThrottle signIns = parts.add(new SignInThrottle(limits.signInFailures(), limits.longestWait(),
                Ticker.systemTicker()));
        IdentityConfig own = IdentityConfig.of(config.identity().issuer(), config.identity().audience(), config.state())
                .withClientSecretAtRefresh(config.identity().refreshNeedsClientSecret());
        Identity identity = parts.add(open(own, config.identity().providers(), parts.clock(),
                parts.get(EventReceiver.class), signIns));
        parts.add(identity.clientSecrets());
    }

    /**
     * Opens the state and creates missing files; the throttle limits sign-ins. Throws {@link StateException} if the
     * state is unusable.
     */
    public static Identity open(IdentityConfig config, Clock clock, EventReceiver events, SignInThrottle guard) {
        return open(config, List.of(), clock, events, guard);
    }

    /**
     * Does the same and accepts tokens of providers too, whose keys are fetched when the first of their tokens arrives.
     */
    public static Identity open(IdentityConfig config, List<ExternalIssuer> providers, Clock clock,
            EventReceiver events, SignInThrottle guard) {
        StateStore store = StateStore.open(config.state(), clock);
        SigningKeys.check(config.state(), new RefreshFamilies(store).areThere());
        SigningKeys signingKeys = SigningKeys.open(config.state(), clock);
        Accounts accounts = new Accounts(store);
        ApiKeys apiKeys = new ApiKeys(store);
        StateCache<Optional<Account>> knownAccounts = new StateCache<>(accounts::find, clock);
        StateCache<Optional<ApiKeys.Kept>> knownKeys = new StateCache<>(apiKeys::find, clock);
        StateCache<Map<String, String>> knownSecrets = new StateCache<>(accounts::xSecretHashes, clock);
        KeyUses uses = new KeyUses(apiKeys, clock);

        AccessTokens accessTokens = new AccessTokens(config, signingKeys, clock);
        TokenService tokens = new TokenService(accounts, new RefreshTokens(store, config.refreshTokenLife(),
                config.refreshNeedsClientSecret()), new RefreshFamilies(store), accessTokens, guard, events, clock);
        OwnIssuer own = new OwnIssuer(config, signingKeys, knownAccounts, clock);
        List<ExternalVerifier> external = providers.stream().map(provider -> new ExternalVerifier(provider, clock))
                .toList();
        TokenVerifier verifier = new TokenVerifier(Stream.concat(Stream.of(own), external.stream()).toList());
        Authenticator authenticator = new Authenticator(verifier, new ApiKeyCheck(knownKeys, uses, clock),
                knownAccounts::of, events, clock);
        StateWatch watch = new StateWatch(store, List.of(knownAccounts, knownKeys, knownSecrets), () -> {
            signingKeys.follow();
            uses.writeWhenDue();
        }, uses::write).start();
        return new Identity(accounts, apiKeys, accessTokens, tokens, authenticator, new ClientSecrets(knownSecrets),
                new AuthRoutes(tokens, authenticator, new MyPage(store, accounts)),
                new WellKnownRoutes(config, signingKeys), signingKeys, external,
                watch);
    }

    /** Stops watching the state and writes pending changes. */
    @Override
    public void close() {
        watch.close();
    }
}
