package io.tidemark.server.config;

import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.http.limit.AddressRange;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.ExternalIssuer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The forms that the text of a setting can have: how it is read, and what a mistake says. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum Form {
    OF_ITS_TYPE("", _ -> true),
    TEXT("", _ -> true),
    NOT_EMPTY("not be empty", text -> !text.isEmpty()),
    YES_OR_NO("be true or false", choice(List.of("true", "false"), Boolean::valueOf), false),
    PATH("be a path", Path::of, Path.of("")),
    READABLE_FILE("be a file that " + System.getProperty("user.name") + " may read",
            text -> Files.isReadable(Path.of(text)) ? Path.of(text) : null, Path.of("")),
    DAY("be a day such as 2026-03-01", LocalDate::parse, LocalDate.EPOCH),
    TIME("be a time such as 02:30", LocalTime::parse, LocalTime.MIDNIGHT),
    BASE_PATH("be a path such as /benchmark: it begins with a slash, does not end with one, has letters, digits,"
            + " - . _ ~, and is not /health",
            text -> BasePath.isOne(text) ? new BasePath(text) : null, BasePath.NONE),
    ADDRESS_RANGE("be addresses or ranges such as 10.0.0.0/8", text -> AddressRange.parse(text).orElse(null), ""),
    ORIGIN("be origins such as https://app.example.org",
            matching("https?://([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(:\\d{1,5})?", text -> text.toLowerCase(Locale.ROOT)),
            ""),
    ENGINE("be duckdb or trino", List.of(DuckEngine.NAME, TrinoSettings.ENGINE)::contains),
    TRINO_URL("be an address such as https://trino.example.org:8443",
            matching("https?://[A-Za-z0-9.\\[\\]:-]{1,250}/?", URI::create), URI.create("")),
    ACME_DIRECTORY("be an address such as https://acme-v02.api.letsencrypt.org/directory",
            matching("https://[A-Za-z0-9.\\[\\]:-]{1,80}(/[A-Za-z0-9._~/-]{0,80})?", URI::create), URI.create("")),
    TRINO_CATALOG("be the name of a catalog, in small letters, digits and _", text -> text.matches("[a-z0-9_]{1,100}")),
    TRINO_LOCATION("be the lake's folder as Trino names it, such as s3://bucket/lake",
            matching("[a-z0-9]{2,20}://[!-~]{0,499}[!-~&&[^/]]/*", text -> text.replaceFirst("/+$", "")), ""),
    USER("name a user", text -> !text.isEmpty()),
    PROVIDER_ADDRESS("be an https address, or http on this machine, without user, query or fragment",
            text -> ExternalIssuer.address(text).orElse(null), URI.create("")),
    ISSUER(PROVIDER_ADDRESS.must, text -> ExternalIssuer.address(text).isPresent()),
    ROLE_PAIR("be pairs such as tidemark-admin=admin, each name once, with the roles "
            + Stream.of(Role.values()).map(Role::wireName).collect(Collectors.joining(", ")),
            text -> IdentitySettings.role(text) != null && !IdentitySettings.theirs(text).isEmpty()),
    FARMER("be farmer ids, or * alone for any", Form::isFarmer),
    DOMAIN("be domains such as north.example.org", text -> CompanyProvider.domain(text).orElse(null), ""),
    CLIENT("be ASCII without spaces", text -> text.matches("[\\x21-\\x7e]{1,200}")),
    SCOPES("include openid, and be separated by spaces",
            text -> text.matches("[\\x21-\\x7e ]{1,500}") && List.of(text.split(" ", -1)).contains("openid")),
    FOUND("be email or list", choice(List.of("email", "list"), text -> CompanyProvider.Found.valueOf("BY_" + text)),
            CompanyProvider.Found.BY_EMAIL),
    LOG_LEVEL("be error, warning, info or debug",
            choice(List.of("error", "warning", "info", "debug"), System.Logger.Level::valueOf),
            System.Logger.Level.INFO),
    LOG_FORMAT("be text or json", choice(List.of("text", "json"), text -> text.equals("JSON")), false),
    // a receiver may want a token in the query
    RECEIVER("be an https address, or http on this machine",
            text -> ExternalIssuer.address(text.replaceFirst("\\?[^#]*", "")).map(_ -> URI.create(text)).orElse(null),
            URI.create("")),
    SIGNING_SECRET("have 16 characters or more, with watch.webhook", text -> text.length() >= 16),
    MAIL_SERVER("be a name or an address", text -> text.matches("[A-Za-z0-9.:-]+")),
    MAIL_ADDRESS("be an address such as tidemark@example.org",
            text -> text.matches("[!-~&&[^,;:<>()\"@]]+@[A-Za-z0-9.-]+")),
    MORTALITY_LIMITS("be three numbers such as 0.5,500,0.25 (per mille per day for light fish, the weight in grams "
            + "from which fish are heavy, per mille per day for heavy fish)", WatchConfig.Limits::parse,
            new WatchConfig.Limits(1, 0, 1)),
    WATCHED_FOLDER("name the watched folder, because intake.port is set",
            text -> text.isEmpty() ? null : Path.of(text), Path.of(""));

    private final String must;
    private final Function<String, @Nullable Object> read;
    private final Object placeholder;

    Form(String must, Function<String, @Nullable Object> read, Object placeholder) {
        this.must = must;
        this.read = read;
        this.placeholder = placeholder;
    }

    Form(String must, Predicate<String> isOne) {
        this(must, text -> isOne.test(text) ? text : null, "");
    }

    /** The form of a text of this type, where a setting names none. */
    static Form of(Class<?> type) {
        return type == boolean.class ? YES_OR_NO : type == Path.class ? PATH : TEXT;
    }

    /** What a mistake says that it must be. */
    String must() {
        return "must " + must;
    }

    /** Takes the place of a wrong value until all mistakes are found. */
    Object placeholder() {
        return placeholder;
    }

    /** The value of a text; null if it has another form. */
    @Nullable Object read(String text) {
        try {
            return read.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            return null;
        }
    }

    private static Function<String, @Nullable Object> choice(List<String> words, Function<String, Object> made) {
        return text -> words.contains(text) ? made.apply(text.toUpperCase(Locale.ROOT)) : null;
    }

    private static Function<String, @Nullable Object> matching(String pattern, Function<String, Object> made) {
        return text -> text.matches(pattern) ? made.apply(text) : null;
    }

    private static boolean isFarmer(String text) {
        try {
            Access.of(Role.FARMER, text.equals("*") ? "F1" : text, null);
            return true;
        } catch (InvalidAccountException e) {
            return false;
        }
    }
}
