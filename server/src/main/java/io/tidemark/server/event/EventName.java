package io.tidemark.server.event;

import java.util.Locale;

/** The names of events in logs and metrics, one for each kind. */
public enum EventName {
    SIGN_IN,
    SIGN_IN_REFUSED,
    TOKEN_REFUSED,
    REFRESH_REUSE,
    REFRESH_REVOKED,
    REFUSED,
    API_KEY_USED,
    ADMIN_COMMAND,
    ADMIN_REQUEST,
    SECURITY_ALERT,
    CERTIFICATE_SERVED,
    CERTIFICATE_REFUSED,
    CERTIFICATE_EXPIRED,
    REQUEST,
    DATA_ACCESS,
    QUERY,
    SNAPSHOT_SERVED,
    SNAPSHOT_REFUSED,
    SNAPSHOT_AWAY,
    SNAPSHOT_BACK,
    SNAPSHOT_HELD,
    SNAPSHOT_NOT_HELD,
    SNAPSHOT_UNMARKED,
    LAKE_UNMARKED,
    LAKE_VERIFIED,
    FILE_DAMAGED,
    DELIVERY_RECEIVED,
    WATCH_SENT,
    WATCH_GIVEN_UP,
    ROUTES_SERVED,
    ROUTES_REFUSED;

    /** The name of an event. */
    public static EventName of(Event event) {
        return switch (event) {
            case Event.SignIn _ -> SIGN_IN;
            case Event.SignInRefused _ -> SIGN_IN_REFUSED;
            case Event.TokenRefused _ -> TOKEN_REFUSED;
            case Event.RefreshReuse _ -> REFRESH_REUSE;
            case Event.RefreshRevoked _ -> REFRESH_REVOKED;
            case Event.Refused _ -> REFUSED;
            case Event.ApiKeyUsed _ -> API_KEY_USED;
            case Event.AdminCommand _ -> ADMIN_COMMAND;
            case Event.AdminRequest _ -> ADMIN_REQUEST;
            case Event.SecurityAlert _ -> SECURITY_ALERT;
            case Event.CertificateServed _ -> CERTIFICATE_SERVED;
            case Event.CertificateRefused _ -> CERTIFICATE_REFUSED;
            case Event.CertificateExpired _ -> CERTIFICATE_EXPIRED;
            case Event.RequestAnswered _ -> REQUEST;
            case Event.DataAccessed _ -> DATA_ACCESS;
            case Event.QueryRan _ -> QUERY;
            case Event.SnapshotServed _ -> SNAPSHOT_SERVED;
            case Event.SnapshotRefused _ -> SNAPSHOT_REFUSED;
            case Event.SnapshotAway _ -> SNAPSHOT_AWAY;
            case Event.SnapshotBack _ -> SNAPSHOT_BACK;
            case Event.SnapshotHeld _ -> SNAPSHOT_HELD;
            case Event.SnapshotNotHeld _ -> SNAPSHOT_NOT_HELD;
            case Event.SnapshotUnmarked _ -> SNAPSHOT_UNMARKED;
            case Event.LakeUnmarked _ -> LAKE_UNMARKED;
            case Event.LakeVerified _ -> LAKE_VERIFIED;
            case Event.FileDamaged _ -> FILE_DAMAGED;
            case Event.DeliveryReceived _ -> DELIVERY_RECEIVED;
            case Event.WatchSent _ -> WATCH_SENT;
            case Event.WatchGivenUp _ -> WATCH_GIVEN_UP;
            case Event.RoutesServed _ -> ROUTES_SERVED;
            case Event.RoutesRefused _ -> ROUTES_REFUSED;
        };
    }

    /** The name as written, such as {@code sign_in_refused}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
