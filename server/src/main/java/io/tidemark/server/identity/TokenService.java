package io.tidemark.server.identity;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Grant;
import io.tidemark.server.event.Events;
import io.tidemark.server.event.Origin;
import io.tidemark.server.identity.IdentityException.Reason;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives out tokens, in three ways, and says so as events. Thread-safe. */
public final class TokenService {
    private final Accounts accounts;
    private final RefreshTokens refreshTokens;
    private final AccessTokens accessTokens;
    private final Events events;
    private final Clock clock;

    /** Over the accounts and refresh tokens of one state file. */
    public TokenService(Accounts accounts, RefreshTokens refreshTokens, AccessTokens accessTokens, Events events,
            Clock clock) {
        this.accounts = accounts;
        this.refreshTokens = refreshTokens;
        this.accessTokens = accessTokens;
        this.events = events;
        this.clock = clock;
    }

    /** Tokens for a user; throws {@link IdentityException} when name or password are wrong. */
    public TokenAnswer password(String username, String password, Origin origin) {
        return answered(Grant.PASSWORD, origin, () -> begin(accounts.authenticateUser(username, password)));
    }

    /** Tokens for a client; throws {@link IdentityException} when id or secret are wrong. */
    public TokenAnswer clientCredentials(String clientId, String clientSecret, Origin origin) {
        return answered(Grant.CLIENT_CREDENTIALS, origin,
                () -> begin(accounts.authenticateClient(clientId, clientSecret)));
    }

    /** The next tokens; throws {@link IdentityException} when the refresh token is not in force. */
    public TokenAnswer refresh(String refreshToken, Origin origin) {
        return answered(Grant.REFRESH, origin, () -> {
            RefreshTokens.Rotated next = refreshTokens.rotate(refreshToken);
            return new Given(next.account(), answer(next.account(), next.token(), null));
        });
    }

    private record Given(Account account, TokenAnswer answer) {
    }

    private Given begin(Account account) {
        return new Given(account, answer(account, refreshTokens.start(account),
                Permission.scope(account.access().permissions())));
    }

    private TokenAnswer answer(Account account, String refreshToken, @Nullable String scope) {
        return new TokenAnswer(accessTokens.issue(account), refreshToken, "bearer", accessTokens.lifeSeconds(), scope);
    }

    private TokenAnswer answered(Grant grant, Origin origin, Supplier<Given> giving) {
        try {
            Given given = giving.get();
            events.publish(new Event.SignIn(clock.instant(), origin, grant, given.account().id(), given.account().name()));
            return given.answer();
        } catch (IdentityException e) {
            String account = e.accountId();
            String family = e.familyId();
            events.publish(e.reason() == Reason.REFRESH_REUSED && account != null && family != null
                    ? new Event.RefreshReuse(clock.instant(), origin, account, family)
                    : new Event.SignInRefused(clock.instant(), origin, grant, e.reason().name(), account));
            throw e;
        }
    }
}
