package io.tidemark.server.identity.account;

import io.tidemark.server.http.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An account's fields as JSON shows them, on the command line and over HTTP. They never include a secret. */
public final class AccountFields {

    private AccountFields() {}

    /** The fields; a client's id is its {@code client_id}, times are ISO. */
    public static Map<String, @Nullable Object> of(Account account) {
        Map<String, @Nullable Object> fields = Json.object(
                account.kind() == Account.Kind.CLIENT ? "client_id" : "id", account.id(), "name", account.name());
        if (account.kind() == Account.Kind.USER) {
            fields.putAll(Json.object("email", account.email(), "watch_mail", account.watchMail().wireName()));
        }
        Access access = account.access();
        fields.putAll(Json.object("role", access.role().wireName(), "farmer_id", access.farmerId(),
                "permissions", access.permissions().stream().map(Permission::wireName).toList(),
                "created_at", account.createdAt().toString(), "revoked_at", Json.text(account.revokedAt())));
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
