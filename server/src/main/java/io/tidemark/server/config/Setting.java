package io.tidemark.server.config;

import io.tidemark.server.engine.DuckEngine;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** All settings: the key in the YAML file, the default and the meaning. */
enum Setting implements SettingKey {
    HOST("server.host", "127.0.0.1", "address to listen on"),
    PORT("server.port", "8080", "port to listen on; 0 for any free one"),
    BEHIND_PROXY("server.behind-proxy", "false", "a proxy in front speaks TLS; needed to listen beyond loopback without tls"),
    BASE_PATH("server.base-path", "", "path below which everything is served, such as /benchmark, as a proxy passes it on; empty for the root"),
    MAX_CONNECTIONS("server.max-connections", "1000", "connections at once; more wait"),
    MAX_URL("server.max-url-bytes", "8192", "longest request line; a longer one is refused with 414"),
    MAX_HEADERS("server.max-header-bytes", "16384", "largest headers; larger ones are refused with 431"),
    REQUEST_TIME("server.request-seconds", "20", "time for a whole request to arrive, and for a quiet connection"),
    TRUSTED_PROXIES("proxy.trusted", "127.0.0.1,::1",
            "proxies whose X-Forwarded-For is trusted, addresses or ranges such as 10.0.0.0/8; only with server.behind-proxy"),
    TLS_CERTIFICATE("tls.certificate", "", "PEM file of the certificate and its chain; empty for plain HTTP"),
    TLS_KEY("tls.key", "", "PEM file of the certificate's private key, PKCS#8; both files are reloaded when they change"),
    CORS_ORIGINS("cors.allowed-origins", "", "web origins whose pages may call the API, such as https://app.example.org"),
    LAKE("lake", "lake", "folder of the lake"),
    STATE("state", "state", "folder of users, clients and signing keys"),
    SQL("sql", "", "folder with routes of your own, laid out like sql/"),
    SYSTEMS("systems", "", "folder with mappings of farm systems of your own, for ingest, laid out like sql/ingest/"),
    MISSING("missing", "", "words in delivered files that mean that there is no value, for ingest, separated by commas, such as NULL,N/A"),
    TODAY("today", "", "a fixed current day, such as 2026-03-01; empty for the real one in Norway"),
    CONCURRENT("query.concurrent", Integer.toString(Math.max(2, Runtime.getRuntime().availableProcessors())),
            "queries at once"),
    QUEUE("query.queue", "64", "queries that may wait; more are refused with 503"),
    CALLER_CONCURRENT("query.caller-concurrent", "2", "queries of one caller at once"),
    CALLER_QUEUE("query.caller-queue", "4", "queries of one caller that may wait; more are refused with 429"),
    TIMEOUT("query.timeout-seconds", "30", "time for a request's query, waiting included"),
    SLOW("query.slow-ms", "1000", "a query that takes longer is logged with its values and its plan, milliseconds"),
    SEND("query.send-seconds", "300", "time that a client may take to read a large response"),
    MAX_ROWS("query.max-rows", "1000000", "maximum rows of a response in CSV, NDJSON or Parquet without a limit"),
    CACHE("query.cache-mb", "256", "memory of the result cache, megabytes, at most a third of Java's memory; 0 turns it off"),
    WARM_UP("query.warm-up", "true", "compute the routes' default windows when a snapshot is opened, so that the first request "
            + "need not wait"),
    ENGINE_THREADS("query.engine-threads", "",
            "DuckDB's threads; empty for one, and another for each 5 million rows of stock, at most the machine's processors"),
    ENGINE_MEMORY("query.engine-memory-mb", "4096",
            "DuckDB's memory, megabytes; a snapshot has half of it, the one that follows the other half"),
    SPILL("query.spill-mb", "", "disk in the state folder for what DuckDB cannot hold in memory, megabytes; empty for a tenth of what is "
            + "free at the start; a query that needs more gets 503"),
    KEEP_SNAPSHOT("query.keep-snapshot-seconds", "300",
            "time that a snapshot stays open after the next is served, for requests with ?snapshot="),
    ENGINE("engine", DuckEngine.NAME, "what queries run in: duckdb, within the server, or trino, a cluster of yours"),
    TRINO_URL("trino.url", "", "address of Trino's coordinator, such as https://trino.example.org:8443"),
    TRINO_CATALOG("trino.catalog", "hive", "a catalog of Trino's Hive connector, for the tables of the snapshots"),
    TRINO_LOCATION("trino.location", "", "the lake's folder as Trino names it, such as s3://bucket/lake"),
    TRINO_CERTIFICATE("trino.certificate", "",
            "PEM file of the authority that Trino's certificate is checked with; empty for the machine's authorities"),
    TRINO_USER("trino.user", "tidemark", "user that queries run as; it need only read"),
    TRINO_PASSWORD("trino.password", "", "its password; not shown"),
    TRINO_TOKEN("trino.token", "", "its access token (JWT), instead of a password; not shown"),
    PUBLISHER_USER("trino.publisher.user", "",
            "user that makes the tables of new snapshots; empty if only tidemark snapshot publish --engine trino does"),
    PUBLISHER_PASSWORD("trino.publisher.password", "", "its password; not shown"),
    PUBLISHER_TOKEN("trino.publisher.token", "", "its access token (JWT), instead of a password; not shown"),
    REFRESH_SECRET("auth.refresh-needs-client-secret", "false",
            "a client's refresh token is accepted only with the client's id and secret; one that is sent must be right in any case"),
    ISSUER("identity.issuer", "tidemark", "issuer of the access tokens"),
    AUDIENCE("identity.audience", "tidemark", "audience of the access tokens"),
    EXTERNAL_ISSUER("identity.external.issuer", "",
            "issuer of an OpenID Connect provider whose tokens are accepted too, an https address; none when empty"),
    EXTERNAL_AUDIENCE("identity.external.audience", "tidemark", "audience that its tokens must name"),
    EXTERNAL_KEYS("identity.external.jwks", "", "address of its JWK set; empty to ask its discovery document"),
    EXTERNAL_ROLES_CLAIM("identity.external.roles-claim", "roles", "claim with roles; dots address nested objects"),
    EXTERNAL_PERMISSIONS_CLAIM("identity.external.permissions-claim", "permissions",
            "claim with permissions; a token without it has those of its role"),
    EXTERNAL_FARMER_CLAIM("identity.external.farmer-claim", "farmer_id", "claim with the farmer id, for role farmer"),
    EXTERNAL_ROLES("identity.external.roles", "admin=admin,analyst=analyst,farmer=farmer,readonly=readonly",
            "the provider's roles and ours, such as tidemark-admin=admin; others give nothing"),
    EXTERNAL_CLIENT("identity.external.client-id", "",
            "the dashboard's own client id at the provider, a public one; with it readers may sign in there"),
    EXTERNAL_SCOPES("identity.external.scopes", "openid profile email", "what the dashboard asks the provider for, with openid"),
    SIGN_IN_BY("identity.sign-in-by", "email",
            "how readers of the dashboard find their company's provider, one of identity.providers (docs/oidc.md): email, by the domain of their "
            + "address, or list, by a button for each"),
    SIGN_IN_FAILURES("limits.sign-in-failures-per-minute", "10",
            "failed sign-ins a minute, of an address and of an account; more are refused with 429"),
    LONGEST_WAIT("limits.longest-wait-seconds", "60",
            "longest wait of one address for one account; the wait doubles with each failure beyond the limit per minute"),
    REQUESTS("limits.requests-per-second", "200", "requests a second of one caller; more are refused with 429"),
    AUDIT_FILE("audit.file", "", "the audit log; empty for audit.log in the state folder"),
    AUDIT_SIZE("audit.max-megabytes", "10", "size at which the audit log is rotated; 0 to leave that to logrotate"),
    AUDIT_KEEP("audit.keep", "10", "rotated audit logs to keep"),
    ACCESS_DAYS("access.keep-days", "730", "days that the log of data accesses, which says who asked what, is kept"),
    ACCESS_SIZE("access.max-megabytes", "2000",
            "size of its rotated files of answered requests, and of those of refused ones, above which the oldest are "
            + "deleted before that"),
    ALERT_FAILURES("alert.failures", "20", "refused sign-ins of an address or an account that raise a security alert"),
    ALERT_WINDOW("alert.window-seconds", "300", "time in which they are counted; at most one alert in it"),
    ALERT_WEBHOOK("alert.webhook", "", "http or https address that each alert is posted to as JSON; not shown, may hold a token"),
    LOG_LEVEL("log.level", "info", "what the server's log has: error, warning, info or debug"),
    LOG_FORMAT("log.format", "text", "form of a line of it: text or json"),
    METRICS_PORT("metrics.port", "", "port on 127.0.0.1 for metrics in Prometheus' format, 0 for any free one; empty for none"),
    INTAKE_PORT("intake.port", "", "port for deliveries by upload, with the host and the certificate of the server; 0 for any free one, "
            + "empty for none"),
    INTAKE_FOLDER("intake.folder", "", "folder that tidemark ingest --watch watches, for uploaded deliveries; needed with intake.port"),
    INTAKE_PART("intake.part-mb", "16", "largest body of one upload, megabytes; larger files come in parts"),
    INTAKE_FILE("intake.file-mb", "4096", "largest uploaded file, megabytes"),
    INTAKE_DAILY("intake.daily-mb", "20000", "files of one company that arrive within a day, by the lengths they are announced with, megabytes"),
    INTAKE_FILES("intake.files", "2000", "files of one uploaded delivery"),
    INTAKE_UNFINISHED("intake.unfinished", "10", "uploaded deliveries of one company that are not complete"),
    INTAKE_WAITING("intake.waiting", "100", "complete uploaded deliveries of one company that the watch has not taken yet"),
    INTAKE_FREE("intake.free-mb", "5000", "what must stay free on the folder's disk, megabytes; uploads get 503 before that"),
    INTAKE_CONCURRENT("intake.concurrent", "4", "uploads of one company at once; more are refused with 429"),
    INTAKE_REQUESTS("intake.requests-per-second", "20", "uploads a second of one caller; more are refused with 429"),
    INTAKE_TIME("intake.request-seconds", "120", "time for one upload to arrive"),
    VERIFY_AT("verify.at", "02:30", "time in Norway at which the server reads every file of the lake each day and compares it with its digest; "
            + "empty for never"),
    VERIFY_RATE("verify.megabytes-per-second", "20", "how much of the lake it reads in a second at most, megabytes"),
    AUTHORITY_NAME("dashboard.authority-name", "",
            "what the dashboard calls the authority, in every language; empty for Fiskeridirektoratet, in English Directorate of Fisheries"),
    WATCH_LIMITS("watch.limits", "0.5,500,0.25",
            "increased mortality of a pen: per mille a day of lighter fish, the grams from which fish are heavy, per mille a day of these"),
    WATCH_DASHBOARD("watch.dashboard", "", "address of the dashboard for links in messages, such as https://benchmark.example.org/; none "
            + "when empty"),
    WATCH_WEBHOOK("watch.webhook", "", "https address, or http on this machine, that each company's message is posted to as JSON after a publish; "
            + "not shown, may hold a token"),
    WATCH_SECRET("watch.webhook-secret", "", "what these posts are signed with, 16 characters or more; not shown"),
    WATCH_MAIL_HOST("watch.mail-host", "", "mail server (SMTP) for messages to the accounts that asked for them; none when empty"),
    WATCH_MAIL_PORT("watch.mail-port", "587", "its port"),
    WATCH_MAIL_STARTTLS("watch.mail-starttls", "true", "send only after STARTTLS, with a certificate that Java trusts"),
    WATCH_MAIL_USER("watch.mail-user", "", "user to sign in with there; empty for no sign-in"),
    WATCH_MAIL_PASSWORD("watch.mail-password", "", "its password; not shown"),
    WATCH_MAIL_FROM("watch.mail-from", "", "address that messages come from; needed with watch.mail-host");

    private final String key;
    private final String defaultTo;
    private final String meaning;

    Setting(String key, String defaultTo, String meaning) {
        this.key = key;
        this.defaultTo = defaultTo;
        this.meaning = meaning;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public String defaultTo() {
        return defaultTo;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    /** Whether its value must not be shown. */
    boolean secret() {
        return switch (this) {
            case ALERT_WEBHOOK, WATCH_WEBHOOK, WATCH_SECRET, WATCH_MAIL_PASSWORD, TRINO_PASSWORD, TRINO_TOKEN, PUBLISHER_PASSWORD,
                    PUBLISHER_TOKEN -> true;
            default -> false;
        };
    }

    /** The environment variable that sets it. */
    String environment() {
        return "TIDEMARK_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** All keys. */
    static List<String> keys() {
        return Arrays.stream(values()).map(Setting::key).toList();
    }
}
