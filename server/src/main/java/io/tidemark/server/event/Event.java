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
    /** The time of the event. */
    Instant time();

    /** An event that belongs in the audit log. */
    sealed interface Audited extends Event {}

    /** The grants by which tokens are requested. */
    enum Grant { PASSWORD, CLIENT_CREDENTIALS, REFRESH }

    /** Tokens were issued. */
    record SignIn(Instant time, Origin origin, Grant grant, String accountId, String accountName) implements Audited {}

    /** Tokens were refused; {@code accountId} is null for an unknown account. */
    record SignInRefused(Instant time, Origin origin, Grant grant, String reason, @Nullable String accountId)
            implements Audited {}

    /**
     * A request's access token was missing or refused; {@code accountId} is null unless an issuer of ours has signed it
     * for that account.
     */
    record TokenRefused(Instant time, Origin origin, String reason, @Nullable String accountId) implements Audited {}

    /** A refresh token was used a second time: its whole family has been revoked. */
    record RefreshReuse(Instant time, Origin origin, String accountId, String familyId) implements Audited {}

    /** A family of refresh tokens was revoked by a holder of one of them. */
    record RefreshRevoked(Instant time, Origin origin, String accountId, String familyId) implements Audited {}

    /** A request was refused with 403 or 429; {@code accountId} is null if unknown. */
    record Refused(Instant time, Origin origin, int status, String method, String path, String reason,
            @Nullable String accountId) implements Audited {}

    /**
     * A known caller requested a data route; published for every outcome.
     *
     * @param access the request and its result
     */
    record DataAccessed(Instant time, Origin origin, String method, DataAccess access, int status) implements Event {}

    /** A request was made with an API key; {@code keyId} is the key's public part. */
    record ApiKeyUsed(Instant time, Origin origin, String keyId) implements Audited {}

    /** The outcome of an admin's action. */
    enum Outcome { DONE, REFUSED, FAILED }

    /**
     * A user changed accounts or keys from the command line.
     *
     * @param user      the operating system's user
     * @param command   the command, such as {@code user add}
     * @param arguments the arguments, by option; secrets are never arguments
     * @param accountId the created or changed account; null for none
     */
    record AdminCommand(Instant time, String user, String command, Map<String, String> arguments,
            @Nullable String accountId, Outcome outcome) implements Audited {}

    /**
     * An admin changed something over HTTP, or downloaded rejected rows.
     *
     * @param adminId   the admin's account
     * @param action    the action, such as {@code user add}
     * @param arguments the request's values by name; never a secret
     * @param accountId the created or changed account or key; null for none
     */
    record AdminRequest(Instant time, Origin origin, String adminId, String action, Map<String, String> arguments,
            @Nullable String accountId, Outcome outcome) implements Audited {
        /** Copies the arguments. */
        public AdminRequest {
            arguments = Map.copyOf(arguments);
        }
    }

    /** The subjects of an alert. */
    enum Alarm { ADDRESS, ACCOUNT, SERVER, REFRESH_REUSE }

    /**
     * Too many sign-ins were refused. In a window, each address, each account and the server cause at most one.
     *
     * @param address   the last address; for the alarm ADDRESS, the only one
     * @param accountId the account concerned; null for none
     * @param failures  refused sign-ins so far
     */
    record SecurityAlert(Instant time, Alarm alarm, String address, @Nullable String accountId, int failures,
            Duration window) implements Audited {}

    /** A new certificate is served. */
    record CertificateServed(Instant time, String subject, Instant notAfter) implements Event {}

    /** A changed certificate cannot be served; the previous one still is. */
    record CertificateRefused(Instant time, String reason) implements Event {}

    /** The served certificate has expired, so that clients refuse it. */
    record CertificateExpired(Instant time, String subject, Instant notAfter) implements Event {}

    /**
     * The authority issued no certificate; the previous one is still served.
     *
     * @param notAfter when the previous one ends; null if there is none, so that TLS connections are refused
     * @param next     when the authority is asked again
     */
    record CertificateNotIssued(Instant time, String reason, @Nullable Instant notAfter, Instant next)
            implements Event {}

    /**
     * A request was answered, with data or with an error.
     *
     * @param route the template of its route, without any value from the client
     * @param path  the path as sent, without the query
     */
    record RequestAnswered(Instant time, Origin origin, String method, String route, String path, int status,
            Duration took) implements Event {}

    /**
     * The ends of a query. SHED was refused before it ran; REFUSED has rows that cannot be answered, such as too many;
     * SHARED used the result of another request's query; SLICED was cut out of the rows of all periods.
     */
    enum QueryEnd { ANSWERED, CACHED, SLICED, SHARED, CANCELLED, REFUSED, FAILED, SHED }

    /**
     * The parts of a query's time.
     * @param waited   time in the queue
     * @param prepared time until it was ready to run
     * @param ran      time from its permit to the encoded response
     */
    record QueryTimes(Duration waited, Duration prepared, Duration ran) {
        /** The times of an answer from the cache. */
        public static final QueryTimes NONE = new QueryTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /**
     * The details of a slow query.
     * @param values the bound values
     * @param plan   the plan that DuckDB ran; empty if the query was cancelled
     */
    record SlowQuery(String values, String plan) {}

    /**
     * A route's query ended.
     *
     * @param caller the caller's account
     * @param format the answer's format, such as {@code json}
     * @param slow   details of a slow query; null otherwise
     */
    record QueryRan(Instant time, String caller, String route, String format, QueryTimes times, long rows, long bytes,
            QueryEnd end, @Nullable SlowQuery slow) implements Event {}

    /** A new snapshot is served; {@code took} is the time to open it. */
    record SnapshotServed(Instant time, String snapshotId, Duration took) implements Event {}

    /** The operator's own routes have changed and are served; {@code files} is the number of files. */
    record RoutesServed(Instant time, int files) implements Event {}

    /** The operator's changed route files cannot be served; the previous routes still are. */
    record RoutesRefused(Instant time, String reason) implements Event {}

    /** A published snapshot cannot be served; the previous one still is. */
    record SnapshotRefused(Instant time, String snapshotId, String reason) implements Event {}

    /**
     * The served snapshot can no longer be queried, for example because a mount is gone or an engine elsewhere does not
     * answer. Readiness fails until it can.
     */
    record SnapshotAway(Instant time, String snapshotId, String reason) implements Event {}

    /** The served snapshot can be queried again. */
    record SnapshotBack(Instant time, String snapshotId) implements Event {}

    /** The views held in the background are ready; {@code views} are their names. */
    record SnapshotHeld(Instant time, String snapshotId, List<String> views, Duration took) implements Event {
        /** Copies the list. */
        public SnapshotHeld {
            views = List.copyOf(views);
        }
    }

    /** A view could not be held in the background; requests that read it take longer. */
    record SnapshotNotHeld(Instant time, String snapshotId, String reason) implements Event {}

    /**
     * A snapshot is open without a lease, because the lake cannot be written: a prune does not see that it is in use.
     */
    record SnapshotUnmarked(Instant time, String snapshotId, String reason) implements Event {}

    /** A company has completed a delivery by upload; {@code delivery} is the name that it gave it. */
    record DeliveryReceived(Instant time, Origin origin, String accountId, String farmerId, String delivery, int files,
            long bytes) implements Audited {}

    /** The ways by which messages about pens go; a summary is the mail of a week. */
    enum Channel { MAIL, WEBHOOK, SUMMARY }

    /**
     * A message about a company's pens was sent.
     *
     * @param accountId  the account that it went to; null for the webhook
     * @param snapshotId the snapshot that it is about
     * @param tries      how often it was tried
     */
    record WatchSent(Instant time, Channel channel, String farmerId, @Nullable String accountId, String snapshotId,
            int tries) implements Audited {}

    /**
     * A message about a company's pens was given up.
     *
     * @param accountId  the account that it was for; null for the webhook
     * @param snapshotId the snapshot that it is about
     * @param tries      how often it was tried
     * @param reason     why, without any address
     */
    record WatchGivenUp(Instant time, Channel channel, String farmerId, @Nullable String accountId, String snapshotId,
            int tries, String reason) implements Audited {}

    /** A published file of the lake is damaged; {@code place} names the snapshots that have it. */
    record FileDamaged(Instant time, String file, String place, String problem) implements Event {}

    /**
     * All files of the lake were read; {@code damaged} of them are not what was published. {@code before} is the number
     * of files the last time, 0 the first time.
     */
    record LakeVerified(Instant time, int files, int before, long bytes, int damaged, Duration took) implements Event {}

    /**
     * The copy of the ledger in {@code folder} lacked files that earlier publications had copied; they were copied
     * again.
     */
    record CopyRefilled(Instant time, String folder, int files) implements Event {}

    /** A delivery has waited longer than a watch needs to take it in; {@code delivery} is its folder. */
    record DeliveryWaits(Instant time, String delivery, Instant since) implements Event {}

    /** The clock is far from the time at which the newest snapshot was made; {@code problem} says how far. */
    record ClockWrong(Instant time, String problem) implements Event {}

    /**
     * The lake cannot be written, so it has no mark that it was served: a later one might release all periods again.
     */
    record LakeUnmarked(Instant time, String snapshotId, String reason) implements Event {}
}
