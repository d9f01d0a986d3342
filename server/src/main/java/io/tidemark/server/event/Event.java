package io.tidemark.server.event;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing worth seeing. Events hold no password, secret or token, and no text that a caller typed into a field where a
 * password may land by mistake: accounts appear by id, and only when they exist.
 */
public sealed interface Event {
    /** When it happened. */
    Instant time();

    /** How tokens were asked for. */
    enum Grant { PASSWORD, CLIENT_CREDENTIALS, REFRESH }

    /** Tokens were given out. */
    record SignIn(Instant time, Origin origin, Grant grant, String accountId, String accountName) implements Event {
    }

    /** Tokens were refused; {@code accountId} is null when there is no such account. */
    record SignInRefused(Instant time, Origin origin, Grant grant, String reason, @Nullable String accountId)
            implements Event {
    }

    /** A request's access token was missing or refused. */
    record TokenRefused(Instant time, Origin origin, String reason) implements Event {
    }

    /** A refresh token was used a second time: its whole family has been revoked. */
    record RefreshReuse(Instant time, Origin origin, String accountId, String familyId) implements Event {
    }

    /** A family of refresh tokens was revoked by whoever held one of them. */
    record RefreshRevoked(Instant time, Origin origin, String accountId, String familyId) implements Event {
    }

    /** An API key was accepted; {@code keyId} is its part that is no secret. */
    record KeyUsed(Instant time, Origin origin, String keyId) implements Event {
    }

    /** A request was answered, with data or with an error. {@code path} is without the query. */
    record RequestAnswered(Instant time, Origin origin, String method, String path, int status, Duration took)
            implements Event {
    }

    /** A snapshot is served from now on; {@code took} is how long it took to open. */
    record SnapshotServed(Instant time, String snapshotId, Duration took) implements Event {
    }

    /** A published snapshot cannot be served; the one before it still is. */
    record SnapshotRefused(Instant time, String snapshotId, String reason) implements Event {
    }

    /** A snapshot is opened without a mark, since the lake cannot be written: a prune does not see that it is in use. */
    record SnapshotUnmarked(Instant time, String snapshotId, String reason) implements Event {
    }
}
