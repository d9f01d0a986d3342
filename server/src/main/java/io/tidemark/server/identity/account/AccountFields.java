package io.tidemark.server.identity.account;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An account's fields as JSON shows them, on the command line and over HTTP. They never include a secret. */
public final class AccountFields {

    private AccountFields() {}

    /** The fields; a client's id is its {@code client_id}, times are ISO. */
    public static Map<String, @Nullable Object> of(Account account) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(account.kind() == Account.Kind.CLIENT ? "client_id" : "id", account.id());
        fields.put("name", account.name());
        if (account.kind() == Account.Kind.USER) {
            fields.put("email", account.email());
            fields.put("watch_mail", account.watchMail().wireName());
        }
        fields.put("role", account.access().role().wireName());
        fields.put("farmer_id", account.access().farmerId());
        fields.put("permissions", account.access().permissions().stream().map(Permission::wireName).toList());
        fields.put("created_at", account.createdAt().toString());
        Instant revoked = account.revokedAt();
        fields.put("revoked_at", revoked == null ? null : revoked.toString());
        return fields;
    }

    /** The fields of a client just added, with its secrets, which are shown only this once. */
    public static Map<String, @Nullable Object> of(ClientCredentials added) {
        Map<String, @Nullable Object> fields = of(added.client());
        fields.put("client_secret", added.clientSecret());
        fields.put("x_client_secret", added.xClientSecret());
        return fields;
    }
}
