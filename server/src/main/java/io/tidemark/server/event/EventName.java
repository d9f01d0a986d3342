package io.tidemark.server.event;

/** An event's name in logs and metrics. */
public final class EventName {
    private EventName() {}

    /** Such as {@code sign_in_refused}. */
    public static String of(Event event) {
        return switch (event) {
            case Event.SignIn _ -> "sign_in";
            case Event.SignInRefused _ -> "sign_in_refused";
            case Event.TokenRefused _ -> "token_refused";
            case Event.RefreshReuse _ -> "refresh_reuse";
            case Event.RefreshRevoked _ -> "refresh_revoked";
            case Event.Refused _ -> "refused";
            case Event.ApiKeyUsed _ -> "api_key_used";
            case Event.AdminCommand _ -> "admin_command";
            case Event.SecurityAlert _ -> "security_alert";
            case Event.CertificateServed _ -> "certificate_served";
            case Event.CertificateRefused _ -> "certificate_refused";
            case Event.RequestAnswered _ -> "request";
            case Event.SnapshotServed _ -> "snapshot_served";
            case Event.SnapshotRefused _ -> "snapshot_refused";
            case Event.SnapshotUnmarked _ -> "snapshot_unmarked";
        };
    }
}
