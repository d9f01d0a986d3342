package io.tidemark.server.event;

/**
 * Writes events to the program's log, one line each: answered requests as the access log, identity events as audit
 * lines. Events contain no secrets, so neither do the lines. The audit log itself is a separate file.
 */
public final class ProgramLog implements EventReceiver {

    private static final long MEGABYTE = 1 << 20;
    private static final System.Logger ACCESS = System.getLogger("io.tidemark.access");
    private static final System.Logger AUDIT = System.getLogger("io.tidemark.audit");
    private static final System.Logger TLS = System.getLogger("io.tidemark.tls");
    private static final System.Logger QUERY = System.getLogger("io.tidemark.query");
    private static final System.Logger ROUTES = System.getLogger("io.tidemark.routes");
    private static final System.Logger SNAPSHOT = System.getLogger("io.tidemark.snapshot");

    @Override
    public void publish(Event event) {
        switch (event) {
            // one line for every request: concatenation is faster than a format string
            case Event.RequestAnswered e -> ACCESS.log(System.Logger.Level.INFO, () -> e.origin().address() + " "
                    + e.method() + " "
                    + e.path() + " " + e.status() + " " + e.took().toMillis() + " ms " + e.origin().requestId());
            case Event.SnapshotServed e -> SNAPSHOT.log(System.Logger.Level.INFO,
                    "serving snapshot {0}, opened in {1} ms", e.snapshotId(), Long.toString(e.took().toMillis()));
            case Event.SnapshotRefused e -> SNAPSHOT.log(System.Logger.Level.ERROR,
                    "snapshot {0} cannot be served, the previous one is still served: {1}", e.snapshotId(), e.reason());
            case Event.SnapshotAway e -> SNAPSHOT.log(System.Logger.Level.ERROR,
                    "snapshot {0} cannot be queried now: {1}", e.snapshotId(), e.reason());
            case Event.SnapshotBack e -> SNAPSHOT.log(System.Logger.Level.INFO, "snapshot {0} can be queried again",
                    e.snapshotId());
            case Event.RoutesServed e -> ROUTES.log(System.Logger.Level.INFO,
                    "serving the changed routes of your own, {0} files", Integer.toString(e.files()));
            case Event.RoutesRefused e -> ROUTES.log(System.Logger.Level.ERROR,
                    "the changed routes of your own cannot be served, the previous ones still are: {0}",
                    e.reason());
            case Event.SnapshotHeld e -> SNAPSHOT.log(System.Logger.Level.INFO,
                    "snapshot {0} holds {1} in memory, after {2} ms",
                    e.snapshotId(), String.join(", ", e.views()), Long.toString(e.took().toMillis()));
            case Event.SnapshotNotHeld e -> SNAPSHOT.log(System.Logger.Level.WARNING,
                    "snapshot {0} is served from its files only, which is slower: {1}", e.snapshotId(), e.reason());
            case Event.SnapshotUnmarked e -> SNAPSHOT.log(System.Logger.Level.WARNING,
                    "cannot mark snapshot {0} as open, so a prune may remove it while it is in use: {1}",
                    e.snapshotId(), e.reason());
            case Event.LakeUnmarked e -> SNAPSHOT.log(System.Logger.Level.WARNING,
                    "cannot mark the lake of snapshot {0} as served, so --new-atoms is not refused on it: "
                    + "{1}", e.snapshotId(), e.reason());
            case Event.LakeVerified e -> SNAPSHOT.log(e.damaged() == 0
                    ? System.Logger.Level.INFO : System.Logger.Level.ERROR,
                    "read {0} files of the lake{4}, {1} MB, in {2} s: {3}", Integer.toString(e.files()),
                    Long.toString(e.bytes() / MEGABYTE),
                    Long.toString(e.took().toSeconds()), e.damaged() == 0
                    ? "all are intact" : e.damaged() + " damaged",
                    e.before() == 0 ? "" : " (" + e.before() + " the last time"
                    + (e.files() < e.before() ? "; only a prune or an erasure makes it fewer" : "") + ")");
            case Event.CopyRefilled e -> SNAPSHOT.log(System.Logger.Level.WARNING,
                    "the copy of the ledger in {0} had lost {1} files, which were copied again: look after its disk",
                    e.folder(), Integer.toString(e.files()));
            case Event.DeliveryWaits e -> SNAPSHOT.log(System.Logger.Level.WARNING,
                    "delivery {0} waits since {1}: systemctl status tidemark-watch", e.delivery(), e.since());
            case Event.ClockWrong e -> SNAPSHOT.log(System.Logger.Level.ERROR, "{0}", e.problem());
            case Event.FileDamaged e -> SNAPSHOT.log(System.Logger.Level.ERROR,
                    "{0} {1}; it is in {2}: tidemark snapshot repair", e.file(), e.problem(), e.place());
            case Event.DeliveryReceived e -> AUDIT.log(System.Logger.Level.INFO,
                    "delivery {0} of {1} received, {2} files, {3} bytes, by {4}",
                    e.delivery(), e.farmerId(), Integer.toString(e.files()), Long.toString(e.bytes()), e.origin()
                    .address());
            case Event.WatchSent e -> AUDIT.log(System.Logger.Level.INFO,
                    "message about pens of {0} sent by {1}, account {2}, tries: {3}",
                    e.farmerId(), e.channel(), String.valueOf(e.accountId()), Integer.toString(e.tries()));
            case Event.WatchGivenUp e -> AUDIT.log(System.Logger.Level.WARNING,
                    "message about pens of {0} by {1} given up, account {2}, tries: {3}: {4}", e.farmerId(),
                    e.channel(), String.valueOf(e.accountId()), Integer.toString(e.tries()), e.reason());
            case Event.SignIn e -> AUDIT.log(System.Logger.Level.INFO, "sign-in {0} {1} by {2}", e.grant(),
                    e.accountId(), e.origin().address());
            case Event.SignInRefused e -> AUDIT.log(System.Logger.Level.WARNING, "sign-in refused {0} {1} {2} by {3}",
                    e.grant(), e.reason(), String.valueOf(e.accountId()), e.origin().address());
            case Event.TokenRefused e -> AUDIT.log(System.Logger.Level.INFO, "token refused {0} by {1}", e.reason(),
                    e.origin().address());
            case Event.RefreshReuse e -> AUDIT.log(System.Logger.Level.WARNING,
                    "refresh token used twice: family {0} of {1} revoked", e.familyId(), e.accountId());
            case Event.RefreshRevoked e -> AUDIT.log(System.Logger.Level.INFO,
                    "refresh tokens revoked: family {0} of {1} by {2}",
                    e.familyId(), e.accountId(), e.origin().address());
            case Event.SecurityAlert e -> AUDIT.log(System.Logger.Level.WARNING,
                    "security_alert {0}: {1} refused sign-ins in {2} s, last by {3}, account {4}", e.alarm(),
                    Integer.toString(e.failures()), Long.toString(e.window().toSeconds()), e.address(),
                    String.valueOf(e.accountId()));
            case Event.CertificateServed e -> TLS.log(System.Logger.Level.INFO,
                    "serving the certificate of {0}, good until {1}", e.subject(), e.notAfter().toString());
            case Event.CertificateRefused e -> TLS.log(System.Logger.Level.ERROR,
                    "the changed certificate cannot be served, the previous one still is: {0}", e.reason());
            case Event.CertificateExpired e -> TLS.log(System.Logger.Level.ERROR,
                    "the certificate of {0} expired at {1}, and clients refuse it: put a new one in its place",
                    e.subject(), e.notAfter().toString());
            case Event.QueryRan e -> slow(e);
            case Event.AdminRequest e -> AUDIT.log(System.Logger.Level.INFO, "admin {0} of {1}: {2}, by {3}",
                    e.action(), e.adminId(), e.outcome(), e.origin().address());
            // the access log has the first, the audit log the first three, and the log of data accesses the last, with
            // its parameters
            case Event.Refused _, Event.ApiKeyUsed _, Event.AdminCommand _, Event.DataAccessed _ -> { }
        }
    }

    private static void slow(Event.QueryRan query) {
        Event.SlowQuery slow = query.slow();
        if (slow != null) {
            QUERY.log(System.Logger.Level.WARNING, "slow query {0} of {1}: {2}, waited {3} ms, ready after {4} ms, "
                    + "ran {5} ms, {6} rows, values {7}\n{8}",
                    query.route(), query.caller(), query.end(), Long.toString(query.times().waited().toMillis()),
                    Long.toString(query.times().prepared().toMillis()),
                    Long.toString(query.times().ran().toMillis()), Long.toString(query.rows()), slow.values(),
                    slow.plan());
        }
    }
}
