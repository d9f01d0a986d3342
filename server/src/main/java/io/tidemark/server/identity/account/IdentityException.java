package io.tidemark.server.identity.account;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Unauthorized.Challenge;
import org.jspecify.annotations.Nullable;

/** Authentication failed. The reason is for the log; callers get one message per kind without details. */
public final class IdentityException extends RuntimeException {
    private static final String TOKEN = "The access token is missing, invalid or expired";
    private static final String SIGN_IN = "Unknown account or wrong secret";
    private static final String API_KEY = "The API key is invalid, expired or revoked";
    private static final String REFRESH = "The refresh token is invalid, expired or revoked";
    private static final String REFRESH_CLIENT =
            "This refresh token is a client's: send its client_id and client_secret with it";

    /** The exact reason. */
    public enum Reason {
        TOKEN_MISSING(TOKEN),
        /** The header is not a Bearer header, or its token is not a JWT. */
        TOKEN_MALFORMED(TOKEN),
        TOKEN_TOO_LONG(TOKEN),
        /** The token is signed with an algorithm that is not allowed, or not at all. */
        TOKEN_ALGORITHM(TOKEN),
        /** The token is no access token by its {@code typ}. */
        TOKEN_TYPE(TOKEN),
        /** The key is unknown, or the token was changed after it was signed. */
        TOKEN_SIGNATURE(TOKEN),
        TOKEN_EXPIRED(TOKEN),
        TOKEN_NOT_YET_VALID(TOKEN),
        TOKEN_ISSUER(TOKEN),
        TOKEN_AUDIENCE(TOKEN),
        /** The token is correctly signed, but claims are missing or inconsistent. */
        TOKEN_CLAIMS(TOKEN),
        /** The account is revoked or deleted. */
        TOKEN_REVOKED(TOKEN),
        /** The account's role, farmer or password has changed since the token was issued. */
        TOKEN_OUTDATED(TOKEN),
        /** The token is of another issuer, and does not have exactly one role of ours. */
        TOKEN_ROLE(TOKEN),
        /** The token is of a company's provider, and names a farmer that this provider may not speak for. */
        TOKEN_FARMER(TOKEN),
        /** An API key was sent where only access tokens are accepted. */
        TOKEN_EXPECTED("An access token is needed here; API keys are for data routes"),
        /** The key is not in the form of our keys, or was sent more than once. */
        KEY_MALFORMED(API_KEY),
        /** An API key was sent in the header of access tokens. */
        KEY_AS_TOKEN("This is an API key, not an access token: send it in the header X-API-Key, or as the password of "
                + "HTTP Basic over TLS"),
        KEY_UNKNOWN(API_KEY),
        KEY_WRONG_SECRET(API_KEY),
        KEY_EXPIRED(API_KEY),
        KEY_REVOKED(API_KEY),
        UNKNOWN_ACCOUNT(SIGN_IN),
        /** The header is HTTP Basic without an id and a secret. */
        BASIC_MALFORMED(SIGN_IN),
        WRONG_SECRET(SIGN_IN),
        REFRESH_UNKNOWN(REFRESH),
        /** The refresh token is valid, but not of the client that sent it. */
        REFRESH_NOT_OWN(REFRESH),
        /** The refresh token is valid, but of a client, which must also send its secret. */
        REFRESH_CLIENT_SECRET(REFRESH_CLIENT),
        REFRESH_EXPIRED(REFRESH),
        /** The family of the refresh token, or its account, was revoked. */
        REFRESH_REVOKED(REFRESH),
        /** The refresh token was used before: this use revoked its family. */
        REFRESH_REUSED(REFRESH);

        private final String publicMessage;

        Reason(String publicMessage) {
            this.publicMessage = publicMessage;
        }
    }

    private final Reason reason;
    private final @Nullable String accountId;
    private final @Nullable String familyId;

    /** A failure without a known account. */
    public IdentityException(Reason reason) {
        this(reason, null, null);
    }

    /** A failure that concerns an account. */
    public IdentityException(Reason reason, @Nullable String accountId) {
        this(reason, accountId, null);
    }

    /** A failure that concerns an account and a family of its refresh tokens. */
    public IdentityException(Reason reason, @Nullable String accountId, @Nullable String familyId) {
        // expected and frequent: no stack trace
        super(reason.publicMessage, null, false, false);
        this.reason = reason;
        this.accountId = accountId;
        this.familyId = familyId;
    }

    /** The reason, for the log. */
    public Reason reason() {
        return reason;
    }

    /**
     * The account whose token or key was sent but is no longer accepted; null if there is none.
     */
    public @Nullable String formerAccountId() {
        return switch (reason) {
            case TOKEN_EXPIRED, TOKEN_REVOKED, TOKEN_OUTDATED, KEY_EXPIRED, KEY_REVOKED -> accountId;
            default -> null;
        };
    }

    /** The account concerned, when it exists. */
    public @Nullable String accountId() {
        return accountId;
    }

    /** The family of refresh tokens concerned, when it exists. */
    public @Nullable String familyId() {
        return familyId;
    }

    /** The response to the caller. */
    public ApiException.Unauthorized unauthorized() {
        boolean tokenSent = reason.publicMessage.equals(TOKEN) && reason != Reason.TOKEN_MISSING;
        return new ApiException.Unauthorized(reason.publicMessage, tokenSent
                ? Challenge.INVALID_TOKEN : Challenge.BEARER);
    }

    /** The response to a client that sent its credentials as HTTP Basic. */
    public ApiException.Unauthorized unauthorizedClient() {
        return new ApiException.Unauthorized(reason.publicMessage, Challenge.BASIC);
    }
}
