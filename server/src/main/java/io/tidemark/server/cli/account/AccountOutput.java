package io.tidemark.server.cli.account;

import io.tidemark.server.cli.console.Times;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Permission;
import java.util.List;

/** Shows accounts as JSON fields or as a table for people, never with a secret. */
final class AccountOutput {
    /** The headings of the table. */
    static final List<String> HEADINGS = List.of("ID", "NAME", "ROLE", "FARMER", "CREATED", "REVOKED", "PERMISSIONS");

    private AccountOutput() {
    }

    /** An account and its rights, for a message. */
    static String words(Account account) {
        String farmer = account.access().farmerId();
        List<String> permissions = permissions(account);
        return account.name() + ": role " + account.access().role().wireName()
                + (farmer == null ? "" : " of " + farmer) + ", "
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
