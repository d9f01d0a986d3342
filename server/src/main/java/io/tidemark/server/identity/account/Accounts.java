package io.tidemark.server.identity.account;

import io.tidemark.server.identity.account.Account.Kind;
import io.tidemark.server.identity.account.IdentityException.Reason;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateSql;
import io.tidemark.server.identity.state.StateStore;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Users and clients in the state file. Revoked ones stay listed, and their ids are never reused; the name of a revoked
 * user can be used again. Thread-safe; failures of the file are {@link StateException}.
 */
public final class Accounts {

    /** The shortest password, characters. */
    public static final int SHORTEST_PASSWORD = Passwords.MINIMUM_LENGTH;
    private static final Pattern EMAIL = Pattern.compile("[^\\s@\\p{Cntrl}]{1,64}@[^\\s@\\p{Cntrl}]{1,190}");
    private static final String USER_IN_FORCE = "kind = 'USER' AND revoked_at IS NULL AND name_key = ?";
    private static final String USER_OF = "kind = 'USER' AND revoked_at IS NULL AND id = ?";
    private static final String IN_REACH =
            "kind = 'USER' AND revoked_at IS NULL AND farmer_id IS NOT NULL AND email IS NOT NULL";
    private static final String CLIENT_IN_FORCE = "kind = 'CLIENT' AND revoked_at IS NULL AND id = ?";
    private static final String FARMER_IN_FORCE = "revoked_at IS NULL AND farmer_id = ?";
    /** The hash that a secret is compared with if the client does not exist. */
    public static final String NOBODY = Secrets.hash(Secrets.create(""));

    private final StateStore store;
    private final Clock clock;
    private final Passwords passwords = new Passwords();

    /** Uses the accounts of a state file. */
    public Accounts(StateStore store) {
        this.store = store;
        this.clock = store.clock();
    }

    /**
     * Adds a user.
     *
     * @throws InvalidAccountException when the name is taken (in any case), or name, email or password are not allowed
     */
    public Account addUser(String name, @Nullable String email, Access access, CharSequence password) {
        String allowed = AccountName.ofUser(name);
        check(email, password);
        checkStrength(password, allowed, email);
        Account account = new Account(Kind.USER, UUID.randomUUID().toString(), allowed, email, access, now(), null,
                null, WatchMail.OFF);
        String hash = passwords.hash(password);
        return store.write(connection -> {
            require(AccountTable.rows(connection, USER_IN_FORCE, AccountName.key(allowed)).isEmpty(),
                    "name", "There is a user named " + allowed + " already");
            AccountTable.insert(connection, account, hash, null);
            return account;
        });
    }

    /** Adds a client with fresh secrets; names of clients are labels and need not be unique. */
    public ClientCredentials addClient(String name, Access access) {
        Account client = new Account(Kind.CLIENT, Secrets.createId("tmc_"), AccountName.label("A client", name), null,
                access, now(), null, null, WatchMail.OFF);
        ClientCredentials credentials =
                new ClientCredentials(client, Secrets.create("tms_"), Secrets.create("tmx_"));
        return store.write(connection -> {
            AccountTable.insert(connection, client, Secrets.hash(credentials.clientSecret()),
                    Secrets.hash(credentials.xClientSecret()));
            return credentials;
        });
    }

    /**
     * Changes the user of a name, in any case. A new password revokes all sessions and issued access tokens.
     *
     * @return the changed user; empty if no active user has the name
     * @throws InvalidAccountException if the change is not allowed; nothing is changed then
     */
    public Optional<Account> changeUser(String name, AccountChange change) {
        return change(USER_IN_FORCE, AccountName.key(name), change);
    }

    /** The same for the user of an id. */
    public Optional<Account> changeUserOf(String id, AccountChange change) {
        return change(USER_OF, id, change);
    }

    /** The same for the client of an id. */
    public Optional<Account> changeClient(String clientId, AccessChange change) {
        return change(CLIENT_IN_FORCE, clientId, new AccountChange(change, null, null));
    }

    private Optional<Account> change(String condition, String value, AccountChange change) {
        check(change.removesEmail() ? null : change.email(), change.password());
        CharSequence password = change.password();
        if (password != null) {
            Optional<Account> known = store.read(connection -> AccountTable.account(connection, condition, value));
            if (known.isEmpty()) {
                return known;
            }
            checkStrength(password, known.get().name(), change.emailAfter(known.get().email()));
        }
        String hash = password == null ? null : passwords.hash(password);
        return store.write(connection -> {
            Account before = AccountTable.account(connection, condition, value).orElse(null);
            if (before == null) {
                return Optional.empty();
            }
            Account after = new Account(before.kind(), before.id(), before.name(),
                    change.emailAfter(before.email()), change.access().after(before.access()),
                    before.createdAt(), null, hash == null ? before.tokensFrom() : now(),
                    change.watchMail() == null ? before.watchMail() : change.watchMail());
            require(change.watchMail() == null || change.watchMail() == WatchMail.OFF
                    || (after.access().farmerId() != null && after.email() != null),
                    "watch_mail", "Messages about pens go to accounts of a farmer that have an email address");
            AccountTable.update(connection, after, hash);
            if (hash != null) {
                AccountTable.endSessions(connection, after.id(), clock.millis());
            }
            return Optional.of(after);
        });
    }

    private static void check(@Nullable String email, @Nullable CharSequence password) {
        require(email == null || EMAIL.matcher(email).matches(), "email", "The email address is not valid");
        require(password == null || password.codePoints().count() >= Passwords.MINIMUM_LENGTH,
                "password", "A password has at least " + Passwords.MINIMUM_LENGTH + " characters");
    }

    // says nothing of the password itself, which nobody else may read
    private static void checkStrength(CharSequence password, String name, @Nullable String email) {
        require(!PasswordStrength.isWeak(password, name, email), "password",
                "The password is easy to guess: it is common, a pattern, or contains the user's name; choose a longer "
                        + "one, such as four unrelated words");
    }

    /** The account of an id, revoked or not. */
    public Optional<Account> find(String id) {
        return store.read(connection -> AccountTable.account(connection, "id = ?", id));
    }

    /** The active user of a name, in any case. */
    public Optional<Account> findUser(String name) {
        return store.read(connection -> AccountTable.account(connection, USER_IN_FORCE, AccountName.key(name)));
    }

    /** The hashed x-client-secrets of a farmer's active clients, by client_id. */
    public Map<String, String> xSecretHashes(String farmerId) {
        return store.read(connection -> AccountTable.xSecretHashes(connection, farmerId));
    }

    /** All accounts of a kind, revoked ones too, oldest first. */
    public List<Account> list(Kind kind) {
        return store.read(connection -> AccountTable.rows(connection, "kind = ?", kind.name())).stream()
                .map(AccountRow::account).toList();
    }

    /**
     * The accounts in force with a session that ends then or later:
     * each use of its refresh token moves a session's end.
     */
    public List<Account> withSessionsUntil(Instant end) {
        String condition = "revoked_at IS NULL AND id IN"
                + " (SELECT account_id FROM refresh_family WHERE revoked_at IS NULL AND expires_at >= CAST(? AS "
                + "INTEGER))";
        return store.read(connection -> AccountTable.rows(connection, condition, Long.toString(end.toEpochMilli())))
                .stream().map(AccountRow::account).toList();
    }

    /** The accounts of a farmer that are in force, oldest first. */
    public List<Account> inForceOf(String farmerId) {
        return store.read(connection -> AccountTable.rows(connection, FARMER_IN_FORCE, farmerId)).stream()
                .map(AccountRow::account).toList();
    }

    /**
     * Revokes all accounts of a farmer with their refresh tokens, and forgets their email addresses, also of those
     * revoked before.
     *
     * @return those that were in force
     */
    public List<Account> revokeAllOf(String farmerId) {
        return store.write(connection -> {
            List<Account> accounts = AccountTable.rows(connection, FARMER_IN_FORCE, farmerId).stream()
                    .map(AccountRow::account).toList();
            for (Account account : accounts) {
                AccountTable.revoke(connection, account.id(), clock.millis());
            }
            AccountTable.forget(connection, farmerId);
            return accounts;
        });
    }

    /** The users in force who get messages about their company's pens by mail, oldest first. */
    public List<Account> watchers() {
        return store.read(connection -> AccountTable.rows(connection, IN_REACH + " AND watch_mail <> ?",
                WatchMail.OFF.wireName())).stream().map(AccountRow::account).toList();
    }

    /** What a link to end an account's messages carries; made with the first. */
    public String mailToken(String id) {
        return store.write(connection -> StateSql.text(connection, "UPDATE account SET mail_token = "
                + "coalesce(mail_token, lower(hex(randomblob(16)))) WHERE id = ? RETURNING mail_token", id))
                .orElseThrow();
    }

    /** The users in force who asked for the Monday summary and have not had that of a week, oldest first. */
    public List<Account> weekReaders(LocalDate monday) {
        return store.read(connection -> AccountTable.rows(connection, IN_REACH + " AND id IN (SELECT account_id"
                + " FROM my_page WHERE json_extract(settings, '$.week_mail') <> 'off'"
                + " AND coalesce(week_mailed, '') < ?)", monday.toString())).stream().map(AccountRow::account).toList();
    }

    /** Notes that an account has had the summary of a week, and gives its language; empty if it had it before. */
    public Optional<WatchMail> takeWeek(String id, LocalDate monday) {
        return store.write(connection -> StateSql.text(connection, "UPDATE my_page SET week_mailed = ?1"
                + " WHERE coalesce(week_mailed, '') < ?1 AND account_id = ?2 RETURNING json_extract(settings,"
                + " '$.week_mail')", monday.toString(), id)).flatMap(WatchMail::of);
    }

    /**
     * The language of the messages that a token ends; empty for one of nobody, or of messages that have ended.
     *
     * @param weekly whether they are the Monday summaries
     */
    public Optional<WatchMail> mailOf(String token, boolean weekly) {
        return store.read(connection -> StateSql.text(connection, weekly ? "SELECT json_extract(settings,"
                + " '$.week_mail') FROM my_page JOIN account ON id = account_id WHERE mail_token = ?"
                : "SELECT watch_mail FROM account WHERE mail_token = ?", token))
                .flatMap(WatchMail::of).filter(mail -> mail != WatchMail.OFF);
    }

    /** Ends the messages of the account of a token. */
    public void endMail(String token, boolean weekly) {
        store.write(connection -> StateSql.run(connection, weekly ? "UPDATE my_page SET settings ="
                + " json_set(settings, '$.week_mail', 'off') WHERE account_id IN (SELECT id FROM account"
                + " WHERE mail_token = ?)" : "UPDATE account SET watch_mail = 'off' WHERE mail_token = ?", token));
    }

    /** The farmers that accounts in force belong to. */
    public SortedSet<String> farmers() {
        return store.read(AccountTable::farmers);
    }

    /** Revokes the user of a name, in any case, with all refresh tokens; empty if no active user has it. */
    public Optional<Account> revokeUser(String name) {
        return revoke(USER_IN_FORCE, AccountName.key(name));
    }

    /** Revokes the user of an id with all refresh tokens; empty when no user in force has it. */
    public Optional<Account> revokeUserOf(String id) {
        return revoke(USER_OF, id);
    }

    /** Revokes a client with all refresh tokens; empty when no client in force has the id. */
    public Optional<Account> revokeClient(String clientId) {
        return revoke(CLIENT_IN_FORCE, clientId);
    }

    /** The user of a name and password; an unknown name takes as long as a wrong password. */
    public Account authenticateUser(String name, CharSequence password) throws IdentityException {
        Optional<AccountRow> row = store.read(connection ->
                AccountTable.rows(connection, USER_IN_FORCE, AccountName.key(name))).stream().findFirst();
        boolean same = passwords.matches(password, row.map(AccountRow::secretHash).orElse(null));
        return admitted(row, same);
    }

    /** The client of an id and secret; an unknown id takes as long as a wrong secret. */
    public Account authenticateClient(String clientId, String secret) throws IdentityException {
        Optional<AccountRow> row = store.read(connection ->
                AccountTable.rows(connection, CLIENT_IN_FORCE, clientId)).stream().findFirst();
        boolean same = Secrets.matches(secret, row.map(AccountRow::secretHash).orElse(NOBODY));
        return admitted(row, same);
    }

    private static Account admitted(Optional<AccountRow> row, boolean same) {
        Account account = row.orElseThrow(() -> new IdentityException(Reason.UNKNOWN_ACCOUNT)).account();
        if (!same) {
            throw new IdentityException(Reason.WRONG_SECRET, account.id());
        }
        return account;
    }

    private Optional<Account> revoke(String condition, String value) {
        return store.write(connection -> {
            Optional<Account> account = AccountTable.account(connection, condition, value);
            if (account.isPresent()) {
                String id = account.get().id();
                AccountTable.revoke(connection, id, clock.millis());
                return AccountTable.account(connection, "id = ?", id);
            }
            return account;
        });
    }

    /** The time with the precision of the file. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static void require(boolean holds, String field, String message) {
        if (!holds) {
            throw new InvalidAccountException(field, message);
        }
    }
}
