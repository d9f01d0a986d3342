package io.tidemark.server.identity.token;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The configuration of identity.
 *
 * @param issuer the tokens' {@code iss}
 * @param audience the tokens' {@code aud}
 * @param accessTokenLife lifetime of an access token
 * @param refreshTokenLife lifetime of a refresh token, restarted at every use
 * @param refreshNeedsClientSecret whether a client's refresh token is accepted only with its secret
 * @param state folder of the state file and the signing keys
 */
public record IdentityConfig(String issuer, String audience, Duration accessTokenLife, Duration refreshTokenLife,
        boolean refreshNeedsClientSecret, Path state) {
    /** Lifetime of access tokens; {@code signing-key rotate} keeps the previous key for the same time. */
    static final Duration ACCESS_TOKEN_LIFE = Duration.ofHours(1);

    /** Lifetime of a refresh token from its last use, unless configured otherwise. */
    public static final Duration REFRESH_TOKEN_LIFE = Duration.ofDays(30);

    /** Refuses lifetimes below one second. */
    public IdentityConfig {
        if (accessTokenLife.toSeconds() < 1 || refreshTokenLife.toSeconds() < 1) {
            throw new IllegalArgumentException("token lifetimes must be at least one second");
        }
    }

    /** The defaults: access tokens for one hour, refresh tokens for 30 days, also without a client's secret. */
    public static IdentityConfig of(String issuer, String audience, Path state) {
        return new IdentityConfig(issuer, audience, ACCESS_TOKEN_LIFE, REFRESH_TOKEN_LIFE, false, state);
    }

    /** The same, where a client's refresh token is accepted only with its secret, or also without. */
    public IdentityConfig withClientSecretAtRefresh(boolean needed) {
        return new IdentityConfig(issuer, audience, accessTokenLife, refreshTokenLife, needed, state);
    }
}
