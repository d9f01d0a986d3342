package io.tidemark.server.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

    /** A request was refused with 403 or 429; {@code accountId} is whose it was, null when that was not known. */
    record Refused(Instant time, Origin origin, int status, String method, String path, String reason,
            @Nullable String accountId) implements Event {
    }

    /** A request was made with an API key; {@code keyId} is the key's public part. */
    record ApiKeyUsed(Instant time, Origin origin, String keyId) implements Event {
    }

    /** How a command of the command line ended. */
    enum Outcome { DONE, REFUSED, FAILED }

    /**
     * Somebody changed accounts or keys from the command line.
     *
     * @param user      the operating system's user
     * @param command   such as {@code user add}
     * @param arguments what was typed, by option; secrets are never typed
     * @param accountId the account that it made or changed, null when there is none
     */
    record AdminCommand(Instant time, String user, String command, Map<String, String> arguments, @Nullable String accountId,
            Outcome outcome) implements Event {
    }

    /** What an alert is about. */
    enum Alarm { ADDRESS, ACCOUNT, SERVER, REFRESH_REUSE }

    /**
     * Sign-ins were refused so often that somebody should look. One for each address, account and server in a window.
     *
     * @param address   the last one, the only one for alarm ADDRESS
     * @param accountId the account concerned, null when there is none
     * @param failures  refused sign-ins so far
     */
    record SecurityAlert(Instant time, Alarm alarm, String address, @Nullable String accountId, int failures, Duration window)
            implements Event {
    }

    /** A certificate is served from now on. */
    record CertificateServed(Instant time, String subject, Instant notAfter) implements Event {
    }

    /** A changed certificate cannot be served; the one before it still is. */
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
     * How a question to the engine ended: shed is one that was refused before it ran, refused one whose rows showed that it cannot be
     * answered, such as too many of them, shared one that another's query answered.
     */
    enum QueryEnd { ANSWERED, CACHED, SHARED, CANCELLED, REFUSED, FAILED, SHED }

    /**
     * Where a query's time went.
     *
     * @param waited   for its turn
     * @param prepared until it was ready to run
     * @param ran      from its turn to the encoded answer
     */
    record QueryTimes(Duration waited, Duration prepared, Duration ran) {
        /** From the cache. */
        public static final QueryTimes NONE = new QueryTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /**
     * What is logged of a query that took long.
     *
     * @param values the values that were bound
     * @param plan   what DuckDB did; empty when the query did not end by itself
     */
    record SlowQuery(String values, String plan) {}

    /**
     * A route's query ended.
     *
     * @param caller the account
     * @param format of the answer, such as {@code json}
     * @param slow   null for one that did not take long
     */
    record QueryRan(Instant time, String caller, String route, String format, QueryTimes times, long rows, long bytes, QueryEnd end,
            @Nullable SlowQuery slow) implements Event {
    }

    /** A snapshot is served from now on; {@code took} is how long it took to open. */
    record SnapshotServed(Instant time, String snapshotId, Duration took) implements Event {
    }

    /** The routes of a deployment's own folder have changed, and are served; {@code files} is how many there are. */
    record RoutesServed(Instant time, int files) implements Event {
    }

    /** The changed files of a deployment's own folder cannot be served; the routes stay as they were. */
    record RoutesRefused(Instant time, String reason) implements Event {
    }

    /** A published snapshot cannot be served; the one before it still is. */
    record SnapshotRefused(Instant time, String snapshotId, String reason) implements Event {
    }

    /** What a served snapshot holds in the background is ready; {@code views} are the views' names. */
    record SnapshotHeld(Instant time, String snapshotId, List<String> views, Duration took) implements Event {
        /** Copies the list. */
        public SnapshotHeld {
            views = List.copyOf(views);
        }
    }

    /** What a served snapshot should hold in the background cannot be made; requests that read it take longer. */
    record SnapshotNotHeld(Instant time, String snapshotId, String reason) implements Event {
    }

    /** A snapshot is opened without a mark, since the lake cannot be written: a prune does not see that it is in use. */
    record SnapshotUnmarked(Instant time, String snapshotId, String reason) implements Event {
    }
}
