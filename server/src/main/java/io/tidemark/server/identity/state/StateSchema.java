package io.tidemark.server.identity.state;

import java.util.List;

/**
 * The state file's tables, as the steps from each version to the next; times are milliseconds since 1970. A change adds
 * a step; released steps are never changed.
 */
final class StateSchema {

    private static final List<String> ACCOUNTS_AND_REFRESH_TOKENS = List.of("""
            CREATE TABLE account (
                id TEXT PRIMARY KEY,
                kind TEXT NOT NULL CHECK (kind IN ('USER', 'CLIENT')),
                name TEXT NOT NULL,
                name_key TEXT NOT NULL,        -- name in lower case, in which a user's is unique
                email TEXT,
                role TEXT NOT NULL,
                farmer_id TEXT,
                permissions TEXT,              -- space-separated; NULL follows the role's default
                secret_hash TEXT NOT NULL,     -- user: Argon2id PHC string; client: SHA-256 of client_secret
                x_secret_hash TEXT,            -- client: SHA-256 of x_client_secret
                created_at INTEGER NOT NULL,
                revoked_at INTEGER
            ) STRICT""", """
            CREATE UNIQUE INDEX user_name ON account (name_key) WHERE kind = 'USER' AND revoked_at IS NULL""", """
            CREATE TABLE refresh_family (
                id TEXT PRIMARY KEY,
                account_id TEXT NOT NULL REFERENCES account (id),
                expires_at INTEGER NOT NULL,   -- of its newest token
                revoked_at INTEGER
            ) STRICT""", """
            CREATE INDEX refresh_family_account ON refresh_family (account_id)""", """
            CREATE TABLE refresh_token (
                hash TEXT PRIMARY KEY,         -- SHA-256 of the token
                family_id TEXT NOT NULL REFERENCES refresh_family (id) ON DELETE CASCADE,
                expires_at INTEGER NOT NULL,
                used_at INTEGER
            ) STRICT""", """
            CREATE INDEX refresh_token_family ON refresh_token (family_id)""");

    private static final List<String> API_KEYS = List.of("""
            CREATE TABLE api_key (
                id TEXT PRIMARY KEY,           -- the middle part of the key
                name TEXT NOT NULL,
                permissions TEXT NOT NULL,     -- space-separated
                secret_hash TEXT NOT NULL,     -- SHA-256 of the key's last part
                created_at INTEGER NOT NULL,
                expires_at INTEGER,
                last_used_at INTEGER,
                revoked_at INTEGER
            ) STRICT""", """
            CREATE INDEX account_farmer ON account (farmer_id)""");

    /** Access tokens from before that time are refused; NULL refuses none. */
    private static final List<String> TOKENS_FROM = List.of("ALTER TABLE account ADD COLUMN tokens_from INTEGER");

    /** What a refresh token's next one is computed with when it is presented again soon after its use; NULL later. */
    private static final List<String> REPEATED_REFRESH = List.of(
            "ALTER TABLE refresh_token ADD COLUMN next_salt TEXT", """
            CREATE INDEX refresh_token_repeatable ON refresh_token (used_at) WHERE next_salt IS NOT NULL""");

    /** The company that a key belongs to; NULL for none. */
    private static final List<String> KEYS_OF_COMPANIES = List.of("ALTER TABLE api_key ADD COLUMN farmer_id TEXT");

    /**
     * Whether an account gets messages about pens, and in which language; and the newest snapshot that messages were
     * sent of.
     */
    private static final List<String> WATCH = List.of(
            "ALTER TABLE account ADD COLUMN watch_mail TEXT NOT NULL DEFAULT 'off'", """
            CREATE TABLE watch_told (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                snapshot_id TEXT NOT NULL
            ) STRICT""");

    /**
     * What readers have set for the dashboard, as JSON, also those of companies' own providers, who have no account
     * here; and what an unsubscribe link of a mail carries, made with the first mail.
     */
    private static final List<String> MY_PAGE = List.of("""
            CREATE TABLE my_page (
                account_id TEXT PRIMARY KEY,
                farmer_id TEXT,
                settings TEXT NOT NULL
            ) STRICT""", "ALTER TABLE account ADD COLUMN mail_token TEXT", """
            CREATE UNIQUE INDEX account_mail_token ON account (mail_token) WHERE mail_token IS NOT NULL""");

    /** The Monday of the last week whose summary an account has had. */
    private static final List<String> MONDAY_SUMMARY = List.of("ALTER TABLE my_page ADD COLUMN week_mailed TEXT");

    /** The statements that lead from version n to n + 1, at place n. */
    static final List<List<String>> STEPS = List.of(ACCOUNTS_AND_REFRESH_TOKENS, API_KEYS, TOKENS_FROM,
            REPEATED_REFRESH, KEYS_OF_COMPANIES, WATCH, MY_PAGE, MONDAY_SUMMARY);

    /** Kept in {@code PRAGMA user_version}. */
    static final int VERSION = STEPS.size();

    private StateSchema() {
    }
}
