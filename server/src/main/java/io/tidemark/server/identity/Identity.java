package io.tidemark.server.identity;

import io.tidemark.server.event.Events;
import java.time.Clock;

/**
 * Identity, put together over one state folder.
 *
 * @param accounts users and clients
 * @param accessTokens makes access tokens
 * @param tokenService gives out tokens for credentials
 * @param authenticator tells who sent a request
 * @param routes the auth routes
 * @param signingKeys the keys behind it
 */
public record Identity(Accounts accounts, AccessTokens accessTokens, TokenService tokenService,
        Authenticator authenticator, AuthRoutes routes, SigningKeys signingKeys) {

    /** Opens the state, making what is absent; throws {@link StateException} when it cannot be used. */
    public static Identity open(IdentityConfig config, Clock clock, Events events) {
        StateStore store = StateStore.open(config.state(), clock);
        SigningKeys keys = SigningKeys.open(config.state());
        AccessTokens accessTokens = new AccessTokens(config, keys, clock);
        TokenService tokens = new TokenService(store.accounts(), store.refreshTokens(config.refreshTokenLife()),
                accessTokens, events, clock);
        Authenticator authenticator = new Authenticator(
                new TokenVerifier(config, keys, store.accounts(), clock), events, clock);
        return new Identity(store.accounts(), accessTokens, tokens, authenticator,
                new AuthRoutes(tokens, authenticator), keys);
    }
}
