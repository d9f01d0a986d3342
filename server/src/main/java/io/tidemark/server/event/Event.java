package io.tidemark.server.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An observable event. Events contain no password, secret or token, and no user input that may be a misplaced password:
 * accounts appear by id, and only if they exist.
 */
public sealed interface Event {
    /** When it happened. */
    Instant time();

    /** How tokens were asked for. */
    enum Grant { PASSWORD, CLIENT_CREDENTIALS, REFRESH }

    /** Tokens were issued. */
    record SignIn(Instant time, Origin origin, Grant grant, String accountId, String accountName) implements Event {
    }

    /** Tokens were refused; {@code accountId} is null for an unknown account. */
    record SignInRefused(Instant time, Origin origin, Grant grant, String reason, @Nullable String accountId)
            implements Event {
    }

    /** A request's access token was missing or refused. */
    record TokenRefused(Instant time, Origin origin, String reason) implements Event {
    }

    /** A refresh token was used a second time: its whole family has been revoked. */
    record RefreshReuse(Instant time, Origin origin, String accountId, String familyId) implements Event {
    }

    /** A family of refresh tokens was revoked by a holder of one of them. */
    record RefreshRevoked(Instant time, Origin origin, String accountId, String familyId) implements Event {
    }

    /** A request was refused with 403 or 429; {@code accountId} is null if unknown. */
    record Refused(Instant time, Origin origin, int status, String method, String path, String reason,
            @Nullable String accountId) implements Event {
    }

    /**
     * A known caller asked a data route, whatever the answer was.
     *
     * @param access what it asked for and got
     */
    record DataAccessed(Instant time, Origin origin, String method, DataAccess access, int status) implements Event {
    }

    /** A request was made with an API key; {@code keyId} is the key's public part. */
    record ApiKeyUsed(Instant time, Origin origin, String keyId) implements Event {
    }

    /** How what an admin did ended. */
    enum Outcome { DONE, REFUSED, FAILED }

    /**
     * Somebody changed accounts or keys from the command line.
     *
     * @param user      the operating system's user
     * @param command   such as {@code user add}
     * @param arguments the arguments, by option; secrets are never arguments
     * @param accountId the account that it made or changed, null when there is none
     */
    record AdminCommand(Instant time, String user, String command, Map<String, String> arguments, @Nullable String accountId,
            Outcome outcome) implements Event {
    }

    /**
     * An admin changed something over HTTP, or took rejected rows away.
     *
     * @param adminId   whose token it was
     * @param action    such as {@code user add}
     * @param arguments what was asked for, by name; never a secret
     * @param accountId the account or key that it made or changed, null when there is none
     */
    record AdminRequest(Instant time, Origin origin, String adminId, String action, Map<String, String> arguments,
            @Nullable String accountId, Outcome outcome) implements Event {
        /** Copies the arguments. */
        public AdminRequest {
            arguments = Map.copyOf(arguments);
        }
    }

    /** What an alert is about. */
    enum Alarm { ADDRESS, ACCOUNT, SERVER, REFRESH_REUSE }

    /**
     * Too many sign-ins were refused. At most one for each address, account and server in a window.
     *
     * @param address   the last one, the only one for alarm ADDRESS
     * @param accountId the account concerned, null when there is none
     * @param failures  refused sign-ins so far
     */
    record SecurityAlert(Instant time, Alarm alarm, String address, @Nullable String accountId, int failures, Duration window)
            implements Event {
    }

    /** A new certificate is served. */
    record CertificateServed(Instant time, String subject, Instant notAfter) implements Event {
    }

    /** A changed certificate cannot be served; the previous one still is. */
    record CertificateRefused(Instant time, String reason) implements Event {
    }

    /**
     * A request was answered, with data or with an error.
     *
     * @param route the template of its route, which holds nothing that a client chose
     * @param path  as it was sent, without the query
     */
    record RequestAnswered(Instant time, Origin origin, String method, String route, String path, int status, Duration took)
            implements Event {
    }

    /**
     * How a query ended: shed is one that was refused before it ran, refused one whose rows showed that it cannot be
     * answered, such as too many of them, shared one that another's query answered.
     */
    enum QueryEnd { ANSWERED, CACHED, SHARED, CANCELLED, REFUSED, FAILED, SHED }

    /**
     * The parts of a query's time.
     * @param waited   in the queue
     * @param prepared until it was ready to run
     * @param ran      from its turn to the encoded response
     */
    record QueryTimes(Duration waited, Duration prepared, Duration ran) {
        /** From the cache. */
        public static final QueryTimes NONE = new QueryTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /**
     * The details of a slow query.
     * @param values the bound values
     * @param plan   what DuckDB did; empty when the query did not end by itself
     */
    record SlowQuery(String values, String plan) {}

    /**
     * A route's query ended.
     *
     * @param caller the account
     * @param format of the answer, such as {@code json}
     * @param slow   null if it was not slow
     */
    record QueryRan(Instant time, String caller, String route, String format, QueryTimes times, long rows, long bytes, QueryEnd end,
            @Nullable SlowQuery slow) implements Event {
    }

    /** A new snapshot is served; {@code took} is the time to open it. */
    record SnapshotServed(Instant time, String snapshotId, Duration took) implements Event {
    }

    /** The routes of a deployment's own folder have changed, and are served; {@code files} is how many there are. */
    record RoutesServed(Instant time, int files) implements Event {
    }

    /** The changed files of a deployment's own folder cannot be served; the routes stay as they were. */
    record RoutesRefused(Instant time, String reason) implements Event {
    }

    /** A published snapshot cannot be served; the previous one still is. */
    record SnapshotRefused(Instant time, String snapshotId, String reason) implements Event {
    }

    /** The served snapshot cannot be asked any more, as when a mount goes, or an engine elsewhere; no request is sent here until it can. */
    record SnapshotAway(Instant time, String snapshotId, String reason) implements Event {
    }

    /** The served snapshot can be asked again. */
    record SnapshotBack(Instant time, String snapshotId) implements Event {
    }

    /** The views held in the background are ready; {@code views} are their names. */
    record SnapshotHeld(Instant time, String snapshotId, List<String> views, Duration took) implements Event {
        /** Copies the list. */
        public SnapshotHeld {
            views = List.copyOf(views);
        }
    }

    /** A view could not be held in the background; requests that read it take longer. */
    record SnapshotNotHeld(Instant time, String snapshotId, String reason) implements Event {
    }

    /** A snapshot is opened without a lease, since the lake cannot be written: a prune does not see that it is in use. */
    record SnapshotUnmarked(Instant time, String snapshotId, String reason) implements Event {
    }

    /** The lake cannot be written, so that it does not say that it was served: somebody may divide what is released anew. */
    record LakeUnmarked(Instant time, String snapshotId, String reason) implements Event {
    }
}
