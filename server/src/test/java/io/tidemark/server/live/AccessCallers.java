package io.tidemark.server.live;

import io.tidemark.server.identity.Identity;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Permission;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every kind of caller that there is to a route, as the headers that it sends. */
final class AccessCallers {

    private static final Pattern FARMER = Pattern.compile("(?m)^(F\\d+),.*,(premium|standard),");

    /** A kind of caller, for a route that needs some permission. */
    enum Kind {
        ADMIN(Role.ADMIN),
        ANALYST(Role.ANALYST),
        ANALYST_WITHOUT_THE_PERMISSION(Role.ANALYST),
        FARMER(Role.FARMER),
        FARMER_WITHOUT_RAW_READ(Role.FARMER),
        FARMER_WITHOUT_THE_PERMISSION(Role.FARMER),
        /** Not premium, so its own farm is another one. */
        FARMER_WITHOUT_A_CLIENT_SECRET(Role.FARMER),
        READONLY_WITH_ONLY_THE_PERMISSION(Role.READONLY),
        READONLY_WITH_ALL_OTHERS(Role.READONLY),
        KEY_WITH_ONLY_THE_PERMISSION(Role.READONLY),
        KEY_WITH_ALL_OTHERS(Role.READONLY),
        NOBODY(Role.READONLY);

        final Role role;
        final boolean known = !name().equals("NOBODY");
        final boolean permitted = !name().endsWith("WITHOUT_THE_PERMISSION") && !name().endsWith("ALL_OTHERS");
        final boolean raw = !name().endsWith("RAW_READ");
        final boolean secret = !name().endsWith("SECRET");

        Kind(Role role) {
            this.role = role;
        }
    }

    private final Identity identity;
    private final String premium;
    private final String standard;
    private final Map<String, Map<String, String>> known = new ConcurrentHashMap<>();

    private AccessCallers(Identity identity, String premium, String standard) {
        this.identity = identity;
        this.premium = premium;
        this.standard = standard;
    }

    /** Callers of two farms of a generated delivery, one of each tier. */
    static AccessCallers of(LiveServer server, Path delivery) throws IOException {
        Matcher farmers = FARMER.matcher(Files.readString(delivery.resolve("reference/farmers.csv")));
        String premium = null;
        String standard = null;
        while (farmers.find()) {
            boolean delivers = Files.exists(delivery.resolve("farmers/" + farmers.group(1) + "/treatments.csv"));
            if (delivers && premium == null && farmers.group(2).equals("premium")) {
                premium = farmers.group(1);
            } else if (delivers && standard == null && farmers.group(2).equals("standard")) {
                standard = farmers.group(1);
            }
        }
        if (premium == null || standard == null) {
            throw new AssertionError("the delivery has no farmer of each tier");
        }
        return new AccessCallers(server.identity(), premium, standard);
    }

    /** The company of the callers with role farmer. */
    String ownFarmer() {
        return premium;
    }

    /** A company that is not theirs. */
    String foreignFarmer() {
        return standard;
    }

    /** What a caller of a kind sends to a route that needs a permission. */
    Map<String, String> headers(Kind kind, String permission) {
        return known.computeIfAbsent(kind + " " + permission,
                key -> headers(kind, Permission.of(permission).orElseThrow()));
    }

    private Map<String, String> headers(Kind kind, Permission permission) {
        Set<Permission> only = EnumSet.of(permission);
        Set<Permission> others = EnumSet.complementOf(EnumSet.of(permission));
        EnumSet<Permission> analystsOthers = EnumSet.copyOf(others);
        analystsOthers.removeAll(Set.of(Permission.RAW_READ, Permission.DELIVER));
        return switch (kind) {
            case ADMIN -> token(Access.of(Role.ADMIN, null, null));
            case ANALYST -> token(Access.of(Role.ANALYST, null, null));
            case ANALYST_WITHOUT_THE_PERMISSION -> token(Access.of(Role.ANALYST, null, analystsOthers));
            case FARMER -> token(Access.of(Role.FARMER, premium, null));
            case FARMER_WITHOUT_RAW_READ -> token(Access.of(Role.FARMER, premium,
                    EnumSet.complementOf(EnumSet.of(Permission.RAW_READ))));
            case FARMER_WITHOUT_THE_PERMISSION -> token(Access.of(Role.FARMER, premium, others));
            case FARMER_WITHOUT_A_CLIENT_SECRET -> token(Access.of(Role.FARMER, standard, null));
            case READONLY_WITH_ONLY_THE_PERMISSION -> token(Access.of(Role.READONLY, null, only));
            case READONLY_WITH_ALL_OTHERS -> token(Access.of(Role.READONLY, null, others));
            case KEY_WITH_ONLY_THE_PERMISSION -> Map.of("X-API-Key", identity.apiKeys().add("key", only, null).text());
            case KEY_WITH_ALL_OTHERS -> Map.of("X-API-Key", identity.apiKeys().add("key", others, null).text());
            case NOBODY -> Map.of();
        };
    }

    private Map<String, String> token(Access access) {
        ClientCredentials client = identity.accounts().addClient("caller", access);
        return Map.of("Authorization", "Bearer " + identity.accessTokens().issue(client.client()));
    }
}
