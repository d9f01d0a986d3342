package io.tidemark.server.identity.provider;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The authorization and the token endpoint of a {@link TestProvider}: whoever comes is signed in at once. PKCE with
 * S256 is demanded, and a code is good for one use with its verifier and its redirect address.
 */
public final class AuthorizationCodes {

    /** What a browser was sent with, by the code that it was given. */
    private final Map<String, Map<String, String>> given = new ConcurrentHashMap<>();
    private final Map<String, String> refreshes = new ConcurrentHashMap<>();
    /** What each request to the token endpoint came to: the grant, or why it was refused. */
    public final List<String> asked = new CopyOnWriteArrayList<>();
    /** The address that the last browser came with. */
    public volatile @Nullable String lastHint;
    private final TestProvider provider;
    private volatile @Nullable JWK key;
    private volatile String spoilt = "";
    private volatile boolean named;
    private volatile @Nullable String secret;
    private volatile @Nullable UnaryOperator<Map<String, String>> forward;
    private volatile @Nullable AuthorizationCodes other;

    AuthorizationCodes(TestProvider provider) {
        this.provider = provider;
    }

    /** Signs tokens with a key. */
    public AuthorizationCodes signWith(JWK signing) {
        key = signing;
        return this;
    }

    /** Goes wrong from now on: {@code state}, {@code nonce}, {@code denied}, or not at all when empty. */
    public AuthorizationCodes spoil(String what) {
        spoilt = what;
        return this;
    }

    /**
     * Names the issuer in each answer of the authorization endpoint, and says so in the discovery document (RFC 9207).
     */
    public AuthorizationCodes nameIssuer(boolean does) {
        named = does;
        return this;
    }

    boolean isNamed() {
        return named;
    }

    /** Knows the dashboard as a client with a secret, null for none. */
    public AuthorizationCodes demand(@Nullable String clientSecret) {
        secret = clientSecret;
        return this;
    }

    /** Sends browsers on to another provider, as one does that mixes up where a code is from; null for none. */
    public AuthorizationCodes mixUpWith(@Nullable AuthorizationCodes honest,
            UnaryOperator<Map<String, String>> changed) {
        other = honest;
        forward = changed;
        return this;
    }

    void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> sent = fields(exchange.getRequestURI().getRawQuery());
        boolean good = "code".equals(sent.get("response_type")) && "dashboard".equals(sent.get("client_id"))
                && "S256".equals(sent.get("code_challenge_method")) && sent.getOrDefault("code_challenge", "")
                .length() == 43
                && sent.getOrDefault("scope", "").startsWith("openid") && sent.getOrDefault("state", "").length() > 30
                && sent.getOrDefault("nonce", "").length() > 30 && sent.getOrDefault("redirect_uri", "")
                .matches("http://.*(/|/sign-in/[a-z]+)");
        lastHint = sent.get("login_hint");
        AuthorizationCodes honest = other;
        UnaryOperator<Map<String, String>> changed = forward;
        try (exchange) {
            if (honest != null && changed != null) {
                exchange.getResponseHeaders().set("Location", honest.address() + "?"
                        + changed.apply(new HashMap<>(sent)).entrySet().stream()
                        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&")));
                exchange.sendResponseHeaders(302, -1);
                return;
            }
            if (!good) {
                exchange.sendResponseHeaders(400, -1);
                return;
            }
            String code = UUID.randomUUID().toString();
            given.put(code, sent);
            String state = spoilt.equals("state") ? "another" : Objects.requireNonNull(sent.get("state"));
            exchange.getResponseHeaders().set("Location", sent.get("redirect_uri") + "?state="
                    + URLEncoder.encode(state, StandardCharsets.UTF_8)
                    + (spoilt.equals("denied") ? "&error=access_denied" : "&code=" + code)
                    + (named ? "&iss=" + URLEncoder.encode(provider.issuer(), StandardCharsets.UTF_8) : ""));
            exchange.sendResponseHeaders(302, -1);
        }
    }

    void token(HttpExchange exchange) throws IOException {
        Map<String, String> sent = fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String basic = Base64.getEncoder().encodeToString(("dashboard:" + secret).getBytes(StandardCharsets.UTF_8));
        boolean known = secret == null ? "dashboard".equals(sent.get("client_id"))
                : ("Basic " + basic).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        String refusal = known ? "" : "client";
        String nonce = "";
        if ("refresh_token".equals(sent.get("grant_type"))) {
            nonce = refreshes.remove(sent.getOrDefault("refresh_token", ""));
            refusal = nonce == null ? "refresh" : refusal;
        } else {
            Map<String, String> attempt = given.remove(sent.getOrDefault("code", ""));
            nonce = attempt == null ? "" : attempt.get("nonce");
            refusal = attempt == null ? "code" : !Objects.equals(attempt.get("redirect_uri"), sent.get("redirect_uri"))
                    ? "redirect"
                    : challenge(sent.getOrDefault("code_verifier", "")).equals(attempt.get("code_challenge"))
                    ? refusal : "verifier";
        }
        asked.add(refusal.isEmpty() ? String.valueOf(sent.get("grant_type")) : "refused: " + refusal);
        byte[] body = refusal.isEmpty() ? tokens(String.valueOf(nonce)) : "{\"error\":\"invalid_grant\"}"
                .getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(refusal.isEmpty() ? 200 : 400, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private byte[] tokens(String nonce) {
        Instant now = Instant.now();
        JWK signing = Objects.requireNonNull(key);
        String refresh = UUID.randomUUID().toString();
        refreshes.put(refresh, nonce);
        JWTClaimsSet.Builder id = new JWTClaimsSet.Builder().issuer(provider.issuer()).audience("dashboard")
                .subject("8c2f")
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("nonce", spoilt.equals("nonce") ? "another" : nonce);
        return Json.bytes(Map.of("access_token", accessToken(now), "id_token", TestProvider.sign(signing, id),
                "refresh_token", refresh, "token_type", "Bearer", "expires_in", 300));
    }

    String accessToken(Instant now) {
        return TestProvider.sign(Objects.requireNonNull(key), provider.farmer(now));
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder().withoutPadding()
                    .encodeToString(MessageDigest.getInstance("SHA-256")
                    .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> fields(String query) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            fields.put(pair.substring(0, Math.max(0, equals)),
                    URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return fields;
    }

    /** Where a browser is sent to. */
    public URI address() {
        return URI.create(provider.issuer() + "/authorize");
    }
}
