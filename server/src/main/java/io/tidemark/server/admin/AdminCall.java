package io.tidemark.server.admin;

import io.tidemark.server.identity.account.Caller;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One change that an admin asks for, and what the audit log is told of it. For one thread. */
final class AdminCall {

    private final Caller admin;
    private final Map<String, String> arguments = new TreeMap<>();
    private @Nullable String account;

    AdminCall(Caller admin) {
        this.admin = admin;
    }

    /** Who asks. */
    Caller admin() {
        return admin;
    }

    /** What is asked for; never a secret. */
    void tell(Map<String, String> asked) {
        arguments.putAll(asked);
    }

    /** The account or key that is made or changed. */
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
