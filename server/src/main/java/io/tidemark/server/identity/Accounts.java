package io.tidemark.server.identity;

import io.tidemark.server.identity.Account.Kind;
import io.tidemark.server.identity.IdentityException.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.Normalizer;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Users and clients in the state file. Revoked ones stay listed, their ids are never reused; a revoked user's name is free
 * again. Thread-safe; failures of the file are {@link StateException}.
 */
public final class Accounts {
    private static final Pattern USER_NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+-]{0,63}");
    private static final Pattern LABEL = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._@+()/-]{0,63}");
    private static final Pattern EMAIL = Pattern.compile("[^\\s@\\p{Cntrl}]{1,64}@[^\\s@\\p{Cntrl}]{1,190}");
    /** What a secret is compared with when there is no such client. */
    static final String NOBODY = Secrets.hash(Secrets.create(""));

    private final StateStore store;
    private final Clock clock;
    private final Passwords passwords = new Passwords();

    Accounts(StateStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Adds a user.
     *
     * @throws InvalidAccountException when the name is taken (in any case), or name, email or password are not allowed
     */
    public Account addUser(String name, @Nullable String email, Access access, CharSequence password) {
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
        require(USER_NAME.matcher(composed).matches(),
                "A user name has 1 to 64 letters, digits, '.', '_', '@', '+' or '-', and starts with a letter or digit");
        require(email == null || EMAIL.matcher(email).matches(), "The email address is not one");
        require(password.codePoints().count() >= Passwords.MINIMUM_LENGTH,
                "A password has at least " + Passwords.MINIMUM_LENGTH + " characters");
        Account account = new Account(Kind.USER, UUID.randomUUID().toString(), composed, email, access, now(), null);
        String hash = passwords.hash(password);
        return store.write(connection -> {
            require(select(connection, "kind = 'USER' AND revoked_at IS NULL AND name_key = ?", key(composed)).isEmpty(),
                    "There is a user named " + composed + " already");
            insert(connection, account, hash, null);
            return account;
        });
    }

    /** Adds a client with fresh secrets; names of clients are labels and need not be unique. */
    public ClientCredentials addClient(String name, Access access) {
        Account client = new Account(Kind.CLIENT, Secrets.createId("tmc_"), label("A client", name), null, access, now(), null);
        ClientCredentials credentials =
                new ClientCredentials(client, Secrets.create("tms_"), Secrets.create("tmx_"));
        return store.write(connection -> {
            insert(connection, client, Secrets.hash(credentials.clientSecret()), Secrets.hash(credentials.xClientSecret()));
            return credentials;
        });
    }

    /** The account of an id, revoked or not. */
    public Optional<Account> find(String id) {
        return store.read(connection -> select(connection, "id = ?", id)).stream().map(AccountRow::account).findFirst();
    }

    /** The user of a name, in any case, while it is in force. */
    public Optional<Account> findUser(String name) {
        return store.read(connection ->
                select(connection, "kind = 'USER' AND revoked_at IS NULL AND name_key = ?", key(name)))
                .stream().map(AccountRow::account).findFirst();
    }

    /** The hashed x-client-secrets of a farmer's clients in force, by client_id. */
    Map<String, String> xSecretHashes(String farmerId) {
        return store.read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT id, x_secret_hash FROM account"
                    + " WHERE kind = 'CLIENT' AND revoked_at IS NULL AND x_secret_hash IS NOT NULL AND farmer_id = ?")) {
                statement.setString(1, farmerId);
                Map<String, String> hashes = new LinkedHashMap<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        hashes.put(rows.getString(1), rows.getString(2));
                    }
                }
                return hashes;
            }
        });
    }

    /** All accounts of a kind, revoked ones too, oldest first. */
    public List<Account> list(Kind kind) {
        return store.read(connection -> select(connection, "kind = ?", kind.name())).stream()
                .map(AccountRow::account).toList();
    }

    /** Revokes the user of a name, in any case, with all refresh tokens; empty when no user in force has it. */
    public Optional<Account> revokeUser(String name) {
        return revoke("kind = 'USER' AND revoked_at IS NULL AND name_key = ?", key(name));
    }

    /** Revokes a client with all refresh tokens; empty when no client in force has the id. */
    public Optional<Account> revokeClient(String clientId) {
        return revoke("kind = 'CLIENT' AND revoked_at IS NULL AND id = ?", clientId);
    }

    /** The user of a name and password; an unknown name takes as long as a wrong password. */
    Account authenticateUser(String name, CharSequence password) throws IdentityException {
        Optional<AccountRow> row = store.read(connection ->
                select(connection, "kind = 'USER' AND revoked_at IS NULL AND name_key = ?", key(name))).stream().findFirst();
        boolean same = passwords.matches(password, row.map(AccountRow::secretHash).orElse(null));
        return admitted(row, same);
    }

    /** The client of an id and secret; an unknown id takes as long as a wrong secret. */
    Account authenticateClient(String clientId, String secret) throws IdentityException {
        Optional<AccountRow> row = store.read(connection ->
                select(connection, "kind = 'CLIENT' AND revoked_at IS NULL AND id = ?", clientId)).stream().findFirst();
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
            Optional<Account> account = select(connection, condition, value).stream().map(AccountRow::account).findFirst();
            if (account.isPresent()) {
                long now = clock.millis();
                stamp(connection, "UPDATE account SET revoked_at = ? WHERE id = ?", now, account.get().id());
                stamp(connection, "UPDATE refresh_family SET revoked_at = ? WHERE revoked_at IS NULL AND account_id = ?",
                        now, account.get().id());
                return select(connection, "id = ?", account.get().id()).stream().map(AccountRow::account).findFirst();
            }
            return account;
        });
    }

    private static void stamp(Connection connection, String sql, long now, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, now);
            statement.setString(2, id);
            statement.executeUpdate();
        }
    }

    /** Rows where a condition of ours holds for one bound value. */
    static List<AccountRow> select(Connection connection, String condition, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + AccountRow.COLUMNS
                + " FROM account WHERE " + condition + " ORDER BY created_at, id")) {
            statement.setString(1, value);
            List<AccountRow> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(AccountRow.read(rows));
                }
            }
            return found;
        }
    }

    private static void insert(Connection connection, Account account, String secretHash, @Nullable String xSecretHash)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO account (" + AccountRow.COLUMNS
                + ", name_key, x_secret_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)")) {
            statement.setString(1, account.id());
            statement.setString(2, account.kind().name());
            statement.setString(3, account.name());
            statement.setString(4, account.email());
            statement.setString(5, account.access().role().wireName());
            statement.setString(6, account.access().farmerId());
            statement.setString(7, AccountRow.permissions(account.access()));
            statement.setLong(8, account.createdAt().toEpochMilli());
            statement.setString(9, secretHash);
            statement.setString(10, key(account.name()));
            statement.setString(11, xSecretHash);
            statement.executeUpdate();
        }
    }

    /** As precise as the file keeps it. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** The composed form of a name that is only a label; refuses others with {@link InvalidAccountException}. */
    static String label(String whose, String name) {
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
        require(LABEL.matcher(composed).matches(),
                whose + " name has 1 to 64 letters, digits, spaces or any of ._@+()/- and starts with a letter or digit");
        return composed;
    }

    /** Under which a name is unique: composed, in lower case. */
    private static String key(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new InvalidAccountException(message);
        }
    }
}
