package io.tidemark.server.identity.key;

import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.AccountName;
import io.tidemark.server.identity.account.AccountRow;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.account.Secrets;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * API keys in the state file. Revoked ones stay listed. Thread-safe; failures of the file are {@link StateException}.
 */
public final class ApiKeys {
    private static final String FARMER_IN_FORCE = "revoked_at IS NULL AND farmer_id = ?";

    private final StateStore store;
    private final Clock clock;

    /** Uses the keys of a state file. */
    public ApiKeys(StateStore store) {
        this.store = store;
        this.clock = store.clock();
    }

    /** A key and the hash of its secret. */
    public record Kept(ApiKey key, String secretHash) {
        @Override
        public String toString() {
            return "Kept[" + key.id() + "]";
        }
    }

    /** Adds a key that belongs to no company. */
    public NewApiKey add(String name, Set<Permission> permissions, @Nullable Instant expiresAt) {
        return add(name, null, permissions, expiresAt);
    }

    /**
     * Adds a key.
     *
     * @param farmerId the company that it belongs to, null for none
     * @param expiresAt when it expires, null for never
     * @throws InvalidAccountException when name or company are not allowed, no permission is given, or it has expired
     *                                 already
     */
    public NewApiKey add(String name, @Nullable String farmerId, Set<Permission> permissions,
            @Nullable Instant expiresAt) {
        if (farmerId != null) {
            // a key may have what a user of the company may
            Access.of(Role.FARMER, farmerId, permissions);
        }
        String label = AccountName.label("A key", name);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        check(permissions, expiresAt, now);
        ApiKey key = new ApiKey(Secrets.createId(""), label, farmerId, permissions, now, expiresAt, null, null);
        String secret = Secrets.create("");
        return store.write(connection -> {
            insert(connection, key, Secrets.hash(secret));
            return new NewApiKey(key, ApiKey.PREFIX + key.id() + "_" + secret);
        });
    }

    /** All keys, revoked ones too, oldest first. */
    public List<ApiKey> list() {
        return store.read(connection -> select(connection, "id <> ?", "")).stream().map(Kept::key).toList();
    }

    /**
     * Changes a key; null keeps a value.
     * @param permissions its new permissions
     * @param expiry      when it expires
     * @return the changed key; empty if no active key has the id
     * @throws InvalidAccountException if no permission is left, or it would already have expired
     */
    public Optional<ApiKey> change(String id, @Nullable Set<Permission> permissions, @Nullable Expiry expiry) {
        check(permissions, expiry == null ? null : expiry.at(), clock.instant());
        return store.write(connection -> {
            ApiKey before = select(connection, "revoked_at IS NULL AND id = ?", id).stream().map(Kept::key).findFirst()
                    .orElse(null);
            if (before == null) {
                return Optional.empty();
            }
            Instant end = expiry == null ? before.expiresAt() : expiry.at();
            StateStore.run(connection, "UPDATE api_key SET permissions = ?, expires_at = ? WHERE id = ?",
                    Permission.scope(permissions == null ? before.permissions() : permissions),
                    end == null ? null : end.toEpochMilli(), id);
            return select(connection, "id = ?", id).stream().map(Kept::key).findFirst();
        });
    }

    /**
     * When a key expires.
     * @param at the time; null for never
     */
    public record Expiry(@Nullable Instant at) {
        /** The key is good until it is revoked. */
        public static final Expiry NEVER = new Expiry(null);

        private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
        private static final int LAST_YEAR = 9999;

        /**
         * The key expires when this day begins in Norway, such as {@code 2027-01-01}; throws {@link
         * DateTimeParseException} for other text.
         */
        public static Expiry onDay(String day) {
            LocalDate first = LocalDate.parse(day);
            if (first.getYear() < 1 || first.getYear() > LAST_YEAR) {
                throw new DateTimeParseException("the year has no four digits", day, 0);
            }
            return new Expiry(first.atStartOfDay(NORWAY).toInstant());
        }
    }

    private static void check(@Nullable Set<Permission> permissions, @Nullable Instant expiresAt, Instant now) {
        if (permissions != null && permissions.isEmpty()) {
            throw new InvalidAccountException("permissions", "A key without permissions can read nothing: name at "
                    + "least one");
        }
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw new InvalidAccountException("expires", "The key would have expired already");
        }
    }

    /** Revokes a key; empty if no active key has the id. */
    public Optional<ApiKey> revoke(String id) {
        return store.write(connection -> StateStore.run(connection, "UPDATE api_key SET revoked_at = ?"
                + " WHERE revoked_at IS NULL AND id = ?", clock.millis(), id) == 0 ? Optional.empty()
                : select(connection, "id = ?", id).stream().map(Kept::key).findFirst());
    }

    /** The keys of a company that are in force. */
    public List<ApiKey> inForceOf(String farmerId) {
        return store.read(connection -> select(connection, FARMER_IN_FORCE, farmerId)).stream().map(Kept::key).toList();
    }

    /** Revokes all keys of a company; returns those that were in force. */
    public List<ApiKey> revokeAllOf(String farmerId) {
        return store.write(connection -> {
            List<ApiKey> keys = select(connection, FARMER_IN_FORCE, farmerId).stream().map(Kept::key).toList();
            StateStore.run(connection, "UPDATE api_key SET revoked_at = ? WHERE revoked_at IS NULL AND farmer_id = ?",
                    clock.millis(), farmerId);
            return keys;
        });
    }

    /** The companies that keys in force belong to. */
    public SortedSet<String> farmers() {
        return new TreeSet<>(store.read(connection -> select(connection, "revoked_at IS NULL AND farmer_id <> ?", ""))
                .stream().flatMap(kept -> Stream.ofNullable(kept.key().farmerId())).toList());
    }

    /** The key of an id, whatever its state. */
    public Optional<Kept> find(String id) {
        return store.read(connection -> select(connection, "id = ?", id)).stream().findFirst();
    }

    /** Stores the last uses of keys in one transaction. */
    public void used(Map<String, Instant> lastUses) {
        store.write(connection -> {
            for (Map.Entry<String, Instant> use : lastUses.entrySet()) {
                StateStore.run(connection, "UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?)"
                        + " WHERE id = ?", use.getValue().toEpochMilli(), use.getKey());
            }
            return lastUses;
        });
    }

    private static List<Kept> select(Connection connection, String condition, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT id, name, farmer_id, permissions, secret_hash, created_at, expires_at, last_used_at, "
                        + "revoked_at FROM api_key WHERE " + condition + " ORDER BY created_at, rowid")) {
            statement.setString(1, value);
            List<Kept> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(read(row));
                }
            }
            return found;
        }
    }

    private static Kept read(ResultSet row) throws SQLException {
        String id = row.getString("id");
        Instant created = Instant.ofEpochMilli(row.getLong("created_at"));
        Set<Permission> permissions = Permission.parse(row.getString("permissions"))
                .orElseThrow(() -> new StateException("State: API key " + id + " has an unknown permission"));
        return new Kept(new ApiKey(id, row.getString("name"), row.getString("farmer_id"), permissions, created,
                AccountRow.instant(row, "expires_at"), AccountRow.instant(row, "last_used_at"),
                AccountRow.instant(row, "revoked_at")), row.getString("secret_hash"));
    }

    private static void insert(Connection connection, ApiKey key, String secretHash) throws SQLException {
        StateStore.run(connection, "INSERT INTO api_key (id, name, permissions, secret_hash, created_at, expires_at,"
                + " farmer_id) VALUES (?, ?, ?, ?, ?, ?, ?)", key.id(), key.name(),
                Permission.scope(key.permissions()), secretHash, key.createdAt().toEpochMilli(),
                key.expiresAt() == null ? null : key.expiresAt().toEpochMilli(), key.farmerId());
    }
}
