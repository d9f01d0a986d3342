package io.tidemark.server.audit;

import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventName;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An event as one line of JSON: {@code time}, {@code event}, then its fields;
 * text at most {@value #MAX_TEXT_CHARACTERS} characters.
 */
final class AuditLine {
    private static final int MAX_TEXT_CHARACTERS = 200;

    private final Map<String, Object> fields = new LinkedHashMap<>();

    private AuditLine() {}

    /** Whether an event belongs in the audit log. */
    static boolean isFor(Event event) {
        return switch (event) {
            case Event.SignIn _, Event.SignInRefused _, Event.TokenRefused _, Event.RefreshReuse _,
                    Event.RefreshRevoked _,
                    Event.Refused _, Event.ApiKeyUsed _, Event.AdminCommand _, Event.AdminRequest _,
                    Event.SecurityAlert _, Event.DeliveryReceived _, Event.WatchSent _, Event.WatchGivenUp _ -> true;
            case Event.RequestAnswered _, Event.DataAccessed _, Event.QueryRan _, Event.SnapshotServed _,
                    Event.SnapshotRefused _, Event.SnapshotHeld _,
                    Event.SnapshotNotHeld _, Event.SnapshotUnmarked _, Event.LakeUnmarked _, Event.LakeVerified _,
                    Event.FileDamaged _, Event.CopyRefilled _, Event.DeliveryWaits _, Event.ClockWrong _,
                    Event.SnapshotAway _, Event.SnapshotBack _,
                    Event.RoutesServed _, Event.RoutesRefused _, Event.CertificateServed _, Event.CertificateRefused _,
                    Event.CertificateExpired _ -> false;
        };
    }

    /** The line of an audit event, without a line end, with the count {@code repeats} unless it is 0. */
    static byte[] of(Event event, int repeats) {
        AuditLine line = new AuditLine().put("time", event.time().toString()).put("event", EventName.of(event));
        switch (event) {
            case Event.SignIn e -> line.origin(e.origin()).put("grant", name(e.grant()))
                    .put("account_id", e.accountId()).put("account_name", e.accountName());
            case Event.SignInRefused e -> line.origin(e.origin()).put("grant", name(e.grant()))
                    .put("reason", lower(e.reason())).put("account_id", e.accountId());
            case Event.TokenRefused e -> line.origin(e.origin()).put("reason", lower(e.reason()))
                    .put("account_id", e.accountId());
            case Event.RefreshReuse e -> line.origin(e.origin()).put("account_id", e.accountId())
                    .put("family_id", e.familyId());
            case Event.RefreshRevoked e -> line.origin(e.origin()).put("account_id", e.accountId())
                    .put("family_id", e.familyId());
            case Event.Refused e -> line.origin(e.origin()).put("status", e.status()).put("method", e.method())
                    .put("path", e.path()).put("reason", e.reason()).put("account_id", e.accountId());
            case Event.ApiKeyUsed e -> line.origin(e.origin()).put("key_id", e.keyId());
            case Event.AdminCommand e -> line.put("user", e.user()).put("command", e.command()).arguments(e.arguments())
                    .put("account_id", e.accountId()).put("outcome", name(e.outcome()));
            case Event.AdminRequest e -> line.origin(e.origin()).put("admin_id", e.adminId()).put("action", e.action())
                    .arguments(new TreeMap<>(e.arguments())).put("account_id", e.accountId())
                    .put("outcome", name(e.outcome()));
            case Event.DeliveryReceived e -> line.origin(e.origin()).put("account_id", e.accountId())
                    .put("farmer_id", e.farmerId())
                    .put("delivery", e.delivery()).put("files", e.files()).put("bytes", e.bytes());
            case Event.WatchSent e -> line.put("channel", name(e.channel())).put("farmer_id", e.farmerId())
                    .put("account_id", e.accountId()).put("snapshot", e.snapshotId()).put("tries", e.tries());
            case Event.WatchGivenUp e -> line.put("channel", name(e.channel())).put("farmer_id", e.farmerId())
                    .put("account_id", e.accountId())
                    .put("snapshot", e.snapshotId()).put("tries", e.tries()).put("reason", e.reason());
            case Event.SecurityAlert e -> line.put("alarm", name(e.alarm())).put("address", e.address())
                    .put("account_id", e.accountId()).put("failures", e.failures())
                    .put("window_seconds", e.window().toSeconds());
            case Event.RequestAnswered _, Event.DataAccessed _, Event.QueryRan _, Event.SnapshotServed _,
                    Event.SnapshotRefused _, Event.SnapshotHeld _,
                    Event.SnapshotNotHeld _, Event.SnapshotUnmarked _, Event.LakeUnmarked _, Event.LakeVerified _,
                    Event.FileDamaged _, Event.CopyRefilled _, Event.DeliveryWaits _, Event.ClockWrong _,
                    Event.SnapshotAway _, Event.SnapshotBack _,
                    Event.RoutesServed _, Event.RoutesRefused _, Event.CertificateServed _, Event.CertificateRefused _,
                    Event.CertificateExpired _ -> { }
        }
        if (repeats > 0) {
            line.put("repeats", repeats);
        }
        return Json.bytes(line.fields);
    }

    private AuditLine origin(Origin origin) {
        return put("address", origin.address()).put("request_id", origin.requestId());
    }

    private AuditLine arguments(Map<String, String> arguments) {
        Map<String, Object> typed = new LinkedHashMap<>();
        arguments.forEach((option, value) -> typed.put(option, limited(value)));
        fields.put("arguments", typed);
        return this;
    }

    private AuditLine put(String field, @Nullable Object value) {
        if (value != null) {
            fields.put(field, value instanceof String text ? limited(text) : value);
        }
        return this;
    }

    private static String limited(String text) {
        return text.length() <= MAX_TEXT_CHARACTERS ? text : text.substring(0, MAX_TEXT_CHARACTERS) + "...";
    }

    private static String name(Enum<?> value) {
        return lower(value.name());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
