package io.tidemark.server.admin;

import io.tidemark.server.identity.account.Caller;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One change requested by an admin, with its fields for the audit log. For one thread. */
final class AdminCall {

    private final Caller admin;
    private final Map<String, String> arguments = new TreeMap<>();
    private @Nullable String account;

    AdminCall(Caller admin) {
        this.admin = admin;
    }

    /** The admin. */
    Caller admin() {
        return admin;
    }

    /** Records the request's values, without secrets. */
    void audit(Map<String, String> values) {
        arguments.putAll(values);
    }

    /** Records the account or key that the request creates or changes. */
    void concerns(String id) {
        account = id;
    }

    Map<String, String> arguments() {
        return arguments;
    }

    @Nullable String account() {
        return account;
    }
}
