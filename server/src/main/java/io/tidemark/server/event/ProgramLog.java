package io.tidemark.server.event;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to the program's log, one line each, in the words of program-log.yaml: answered requests as the access
 * log, identity events as audit lines. Events contain no secrets, so neither do the lines. The audit log itself is a
 * separate file.
 */
public final class ProgramLog implements EventReceiver {

    private static final long MEGABYTE = 1 << 20;
    private static final System.Logger ACCESS = System.getLogger("io.tidemark.access");
    private static final Map<String, Line> LINES =
            YamlResource.read(ProgramLog.class, "program-log.yaml", new TypeReference<>() {});

    private static final Map<String, System.Logger> LOGS = LINES.values().stream().map(Line::log).distinct()
            .collect(Collectors.toMap(name -> name, name -> System.getLogger("io.tidemark." + name)));

    private record Line(String log, System.Logger.Level level, String words) {}

    @Override
    public void publish(Event event) {
        switch (event) {
            // one line for every request: concatenation is faster than a format string
            case Event.RequestAnswered e -> ACCESS.log(System.Logger.Level.INFO, () -> e.origin().address() + " "
                    + e.method() + " " + e.path() + " " + e.status() + " " + e.took().toMillis() + " ms "
                    + e.origin().requestId());
            case Event.SnapshotServed e -> say(e, e.snapshotId(), e.took().toMillis());
            case Event.SnapshotRefused e -> say(e, e.snapshotId(), e.reason());
            case Event.SnapshotAway e -> say(e, e.snapshotId(), e.reason());
            case Event.SnapshotBack e -> say(e, e.snapshotId());
            case Event.RoutesServed e -> say(e, e.files());
            case Event.RoutesRefused e -> say(e, e.reason());
            case Event.SnapshotHeld e -> say(e, e.snapshotId(), String.join(", ", e.views()), e.took().toMillis());
            case Event.SnapshotNotHeld e -> say(e, e.snapshotId(), e.reason());
            case Event.SnapshotUnmarked e -> say(e, e.snapshotId(), e.reason());
            case Event.LakeUnmarked e -> say(e, e.snapshotId(), e.reason());
            case Event.LakeVerified e -> sayAt(e.damaged() == 0 ? System.Logger.Level.INFO : System.Logger.Level.ERROR,
                    e, e.files(), e.bytes() / MEGABYTE, e.took().toSeconds(),
                    e.damaged() == 0 ? "all are intact" : e.damaged() + " damaged",
                    e.before() == 0 ? "" : " (" + e.before() + " the last time"
                    + (e.files() < e.before() ? "; only a prune or an erasure makes it fewer" : "") + ")");
            case Event.CopyRefilled e -> say(e, e.folder(), e.files());
            case Event.DeliveryWaits e -> say(e, e.delivery(), e.since());
            case Event.ClockWrong e -> say(e, e.problem());
            case Event.FileDamaged e -> say(e, e.file(), e.problem(), e.place());
            case Event.DeliveryReceived e -> say(e, e.delivery(), e.farmerId(), e.files(), e.bytes(),
                    e.origin().address());
            case Event.WatchSent e -> say(e, e.farmerId(), e.channel(), e.accountId(), e.tries());
            case Event.WatchGivenUp e -> say(e, e.farmerId(), e.channel(), e.accountId(), e.tries(), e.reason());
            case Event.SignIn e -> say(e, e.grant(), e.accountId(), e.origin().address());
            case Event.SignInRefused e -> say(e, e.grant(), e.reason(), e.accountId(), e.origin().address());
            case Event.TokenRefused e -> say(e, e.reason(), e.origin().address());
            case Event.RefreshReuse e -> say(e, e.familyId(), e.accountId());
            case Event.RefreshRevoked e -> say(e, e.familyId(), e.accountId(), e.origin().address());
            case Event.SecurityAlert e -> say(e, e.alarm(), e.failures(), e.window().toSeconds(), e.address(),
                    e.accountId());
            case Event.CertificateServed e -> say(e, e.subject(), e.notAfter());
            case Event.CertificateRefused e -> say(e, e.reason());
            case Event.CertificateExpired e -> say(e, e.subject(), e.notAfter());
            case Event.CertificateNotIssued e -> say(e, e.reason(), e.notAfter() == null
                    ? "TLS connections are refused until it does"
                    : "the one that is served is good until " + e.notAfter(), e.next());
            case Event.QueryRan e -> slow(e);
            case Event.AdminRequest e -> say(e, e.action(), e.adminId(), e.outcome(), e.origin().address());
            // the access log has the first, the audit log the first three, and the log of data accesses the last, with
            // its parameters
            case Event.Refused _, Event.ApiKeyUsed _, Event.AdminCommand _, Event.DataAccessed _ -> { }
        }
    }

    private static void slow(Event.QueryRan query) {
        Event.SlowQuery slow = query.slow();
        if (slow != null) {
            say(query, query.route(), query.caller(), query.end(), query.times().waited().toMillis(),
                    query.times().prepared().toMillis(), query.times().ran().toMillis(), query.rows(), slow.values(),
                    slow.plan());
        }
    }

    private static void say(Event event, @Nullable Object... values) {
        sayAt(line(event).level(), event, values);
    }

    private static void sayAt(System.Logger.Level level, Event event, @Nullable Object... values) {
        Line line = line(event);
        // as texts, so that numbers have no separators
        Objects.requireNonNull(LOGS.get(line.log()))
                .log(level, line.words(), Stream.of(values).map(String::valueOf).toArray());
    }

    private static Line line(Event event) {
        return Objects.requireNonNull(LINES.get(EventName.of(event)), event.getClass()::getSimpleName);
    }
}
