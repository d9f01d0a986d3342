package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.Times;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Permission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How accounts are shown: as JSON fields, or as a table for people. Never with a secret. */
final class AccountOutput {
    /** Headings of the table. */
    static final List<String> HEADINGS = List.of("ID", "NAME", "ROLE", "FARMER", "CREATED", "REVOKED", "PERMISSIONS");

    private AccountOutput() {
    }

    /** An account's JSON fields; a client's id is its {@code client_id}. */
    static Map<String, @Nullable Object> fields(Account account) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(account.kind() == Account.Kind.CLIENT ? "client_id" : "id", account.id());
        fields.put("name", account.name());
        if (account.kind() == Account.Kind.USER) {
            fields.put("email", account.email());
        }
        fields.put("role", account.access().role().wireName());
        fields.put("farmer_id", account.access().farmerId());
        fields.put("permissions", permissions(account));
        fields.put("created_at", Times.json(account.createdAt()));
        fields.put("revoked_at", Times.json(account.revokedAt()));
        return fields;
    }

    /** An account and its rights, for a message. */
    static String words(Account account) {
        String farmer = account.access().farmerId();
        List<String> permissions = permissions(account);
        return account.name() + ": role " + account.access().role().wireName() + (farmer == null ? "" : " of " + farmer) + ", "
                + (permissions.isEmpty() ? "no permissions" : String.join(", ", permissions));
    }

    /** An account's line in the table. */
    static List<String> row(Account account) {
        String farmer = account.access().farmerId();
        return List.of(account.id(), account.name(), account.access().role().wireName(), farmer == null ? "-" : farmer,
                Times.day(account.createdAt()), Times.day(account.revokedAt()), String.join(",", permissions(account)));
    }

    private static List<String> permissions(Account account) {
        return account.access().permissions().stream().map(Permission::wireName).toList();
    }
}
