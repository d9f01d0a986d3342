package io.tidemark.server.identity;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Grant;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.limit.SignInThrottle;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.IdentityException;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.token.AccessTokens;
import io.tidemark.server.identity.token.RefreshFamilies;
import io.tidemark.server.identity.token.RefreshTokens;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Issues tokens for three grants, revokes refresh tokens, and publishes both as events. Thread-safe. */
public final class TokenService {
    private static final System.Logger LOG = System.getLogger(TokenService.class.getName());

    private final Accounts accounts;
    private final RefreshTokens refreshTokens;
    private final RefreshFamilies families;
    private final AccessTokens accessTokens;
    private final SignInThrottle guard;
    private final EventReceiver events;
    private final Clock clock;

    /** Uses the accounts and refresh tokens of one state file. */
    TokenService(Accounts accounts, RefreshTokens refreshTokens, RefreshFamilies families, AccessTokens accessTokens,
            SignInThrottle guard, EventReceiver events, Clock clock) {
        this.accounts = accounts;
        this.refreshTokens = refreshTokens;
        this.families = families;
        this.accessTokens = accessTokens;
        this.guard = guard;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Tokens for a user; throws {@link IdentityException} when name or password are wrong, 429 after too many failures.
     */
    public TokenAnswer password(String username, String password, Origin origin) {
        return answered(Grant.PASSWORD, origin, username, () -> begin(accounts.authenticateUser(username, password)));
    }

    /** Tokens for a client; throws {@link IdentityException} when id or secret are wrong. */
    TokenAnswer clientCredentials(BasicCredentials client, Origin origin) {
        return answered(Grant.CLIENT_CREDENTIALS, origin, client.clientId(), () -> begin(authenticated(client)));
    }

    /**
     * The next tokens; throws {@link IdentityException} if the refresh token is not valid, or not the client's.
     *
     * @param client the client that claims to own it; null for none
     */
    public TokenAnswer refresh(String refreshToken, @Nullable BasicCredentials client, Origin origin) {
        return answered(Grant.REFRESH, origin, client == null ? null : client.clientId(), () -> {
            RefreshTokens.Rotated next = refreshTokens.rotate(refreshToken, client == null
                    ? null : authenticated(client).id());
            return new Given(next.account(), answer(next.account(), next.token(), null));
        });
    }

    /**
     * Revokes the family of a refresh token; an unknown token, or one of another client, is ignored without an error
     * (RFC 7009, section 2.2).
     *
     * @throws IdentityException when a client's id or secret are wrong
     */
    public void revoke(String refreshToken, @Nullable BasicCredentials client, Origin origin) {
        String owner = client == null ? null : ownerOf(client, origin);
        families.revokeByToken(refreshToken, owner).ifPresent(family ->
                events.publish(new Event.RefreshRevoked(clock.instant(), origin, family.accountId(), family.id())));
    }

    // a client's secret could be guessed here as at the token endpoint
    private String ownerOf(BasicCredentials client, Origin origin) {
        try (SignInThrottle.Attempt attempt = guard.begin(origin.address(), client.clientId())) {
            try {
                String owner = authenticated(client).id();
                attempt.succeeded();
                return owner;
            } catch (IdentityException e) {
                attempt.failed();
                events.publish(new Event.SignInRefused(clock.instant(), origin, Grant.CLIENT_CREDENTIALS,
                        e.reason().name(), e.accountId()));
                throw e;
            }
        }
    }

    private Account authenticated(BasicCredentials client) {
        return accounts.authenticateClient(client.clientId(), client.clientSecret());
    }

    private record Given(Account account, TokenAnswer answer) {
    }

    private Given begin(Account account) {
        return new Given(account, answer(account, started(account), Permission.scope(account.access().permissions())));
    }

    // an access token needs no storage, so that who signs in on a full disk can work for an hour,
    // and an admin can make room
    private @Nullable String started(Account account) {
        try {
            return refreshTokens.start(account);
        } catch (StateException e) {
            if (!e.diskIsFull()) {
                throw e;
            }
            LOG.log(System.Logger.Level.WARNING, "account " + account.id() + " received no refresh token: "
                    + e.getMessage());
            return null;
        }
    }

    private TokenAnswer answer(Account account, @Nullable String refreshToken, @Nullable String scope) {
        return new TokenAnswer(accessTokens.issue(account), refreshToken, "bearer", accessTokens.lifeSeconds(), scope);
    }

    /** {@code sent} is the name or id that was sent. The throttle refuses with 429 before anything is compared. */
    private TokenAnswer answered(Grant grant, Origin origin, @Nullable String sent, Supplier<Given> giving) {
        try (SignInThrottle.Attempt attempt = guard.begin(origin.address(), sent)) {
            return decided(grant, origin, attempt, giving);
        }
    }

    private TokenAnswer decided(Grant grant, Origin origin, SignInThrottle.Attempt attempt, Supplier<Given> giving) {
        try {
            Given given = giving.get();
            attempt.succeeded();
            events.publish(new Event.SignIn(clock.instant(), origin, grant, given.account().id(),
                    given.account().name()));
            return given.answer();
        } catch (IdentityException e) {
            attempt.failed();
            String account = e.accountId();
            String family = e.familyId();
            events.publish(e.reason() == Reason.REFRESH_REUSED && account != null && family != null
                    ? new Event.RefreshReuse(clock.instant(), origin, account, family)
                    : new Event.SignInRefused(clock.instant(), origin, grant, e.reason().name(), account));
            throw e;
        }
    }
}
