package io.tidemark.server.admin;

import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.AccessChange;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.AccountChange;
import io.tidemark.server.identity.account.AccountFields;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.KnownFarmers;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The admin API of users and clients. Thread-safe.
 *
 * @param farmers the ids of the farmers in the served data; empty before the first snapshot
 */
record AdminAccounts(Accounts accounts, Supplier<? extends Collection<String>> farmers) {

    private static final String NAME = "name";
    private static final String ROLE = "role";
    private static final String FARMER = "farmer_id";
    private static final String NEW_FARMER = "new_farmer";
    private static final String EMAIL = "email";
    private static final String PASSWORD = "password";
    private static final String PERMISSIONS = "permissions";
    private static final String ROLE_PERMISSIONS = "role_permissions";

    List<Map<String, @Nullable Object>> users() {
        return accounts.list(Account.Kind.USER).stream().map(AccountFields::of).toList();
    }

    List<Map<String, @Nullable Object>> clients() {
        return accounts.list(Account.Kind.CLIENT).stream().map(AccountFields::of).toList();
    }

    Map<String, @Nullable Object> addUser(ServerRequest request, AdminCall call) {
        AdminBody body = AdminBody.read(request, NAME, ROLE, FARMER, NEW_FARMER, EMAIL, PASSWORD, PERMISSIONS);
        String name = body.required(NAME);
        String password = body.required(PASSWORD);
        String email = body.text(EMAIL);
        Access access = access(body, call);
        Account user = accounts.addUser(name, email, access, password);
        call.concerns(user.id());
        return AccountFields.of(user);
    }

    Map<String, @Nullable Object> addClient(ServerRequest request, AdminCall call) {
        AdminBody body = AdminBody.read(request, NAME, ROLE, FARMER, NEW_FARMER, PERMISSIONS);
        String name = body.required(NAME);
        ClientCredentials added = accounts.addClient(name, access(body, call));
        call.concerns(added.client().id());
        return AccountFields.of(added);
    }

    /** The rights of a new account, after a check of all fields. */
    private Access access(AdminBody body, AdminCall call) {
        Role role = body.role(ROLE);
        if (!body.has(ROLE)) {
            body.wrong(ROLE, "required: admin, analyst, farmer or readonly");
        }
        Set<Permission> permissions = body.permissions(PERMISSIONS);
        String farmer = farmer(body);
        audit(body, call);
        if (role == null) {
            throw new IllegalStateException("a body without a role was accepted");
        }
        check(body, farmer);
        return Access.of(role, farmer, permissions);
    }

    Map<String, @Nullable Object> changeUser(ServerRequest request, AdminCall call) {
        String id = id(request, call);
        AdminBody body = AdminBody.read(request, ROLE, FARMER, NEW_FARMER, EMAIL, PASSWORD, PERMISSIONS,
                ROLE_PERMISSIONS);
        String email = body.text(EMAIL);
        String password = body.text(PASSWORD);
        AccountChange change = new AccountChange(change(body, call), email, password);
        return AccountFields.of(found(accounts.changeUserOf(id, change), "user"));
    }

    Map<String, @Nullable Object> changeClient(ServerRequest request, AdminCall call) {
        String id = id(request, call);
        AdminBody body = AdminBody.read(request, ROLE, FARMER, NEW_FARMER, PERMISSIONS, ROLE_PERMISSIONS);
        return AccountFields.of(found(accounts.changeClient(id, change(body, call)), "client"));
    }

    private AccessChange change(AdminBody body, AdminCall call) {
        AccessChange change = new AccessChange(body.role(ROLE), farmer(body), body.permissions(PERMISSIONS),
                body.flag(ROLE_PERMISSIONS));
        if (body.audited().keySet().stream().noneMatch(body::has)) {
            body.wrong("body", "has nothing to change");
        }
        audit(body, call);
        check(body, change.farmerId());
        if (change.role() != null && change.role() != Role.ADMIN) {
            notOneself(call, "You cannot take the admin role from your own account; another admin can");
        }
        return change;
    }

    Map<String, @Nullable Object> revokeUser(ServerRequest request, AdminCall call) {
        String id = id(request, call);
        notOneself(call, "You are signed in with this account; another admin can revoke it");
        return AccountFields.of(found(accounts.revokeUserOf(id), "user"));
    }

    Map<String, @Nullable Object> revokeClient(ServerRequest request, AdminCall call) {
        String id = id(request, call);
        notOneself(call, "You are signed in with this client; another admin can revoke it");
        return AccountFields.of(found(accounts.revokeClient(id), "client"));
    }

    private static String id(ServerRequest request, AdminCall call) {
        String id = request.path().pathParameters().get("id");
        call.concerns(id);
        return id;
    }

    // refuses an admin's change to their own account that would lock them out
    private static void notOneself(AdminCall call, String message) {
        if (call.admin().subject().equals(call.account())) {
            throw new ApiException.Conflict(message);
        }
    }

    private static @Nullable String farmer(AdminBody body) {
        body.flag(NEW_FARMER);
        return body.text(FARMER);
    }

    private static void audit(AdminBody body, AdminCall call) {
        body.refuse();
        call.audit(body.audited());
    }

    private void check(AdminBody body, @Nullable String farmer) {
        if (!body.flag(NEW_FARMER)) {
            KnownFarmers.check(farmer, farmers.get(), "the served data", NEW_FARMER);
        }
    }

    private static Account found(Optional<Account> account, String kind) {
        return account.orElseThrow(() -> new ApiException.NotFound("There is no active " + kind + " with that id"));
    }
}
