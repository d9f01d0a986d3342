package io.tidemark.server.identity.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Signs readers of the dashboard in at their company's provider. The page sends them there, and this server fetches the
 * tokens for the code that they bring back: so no page has to name the providers of all companies in its
 * Content-Security-Policy. Thread-safe.
 */
public final class CompanySignIn {
    private static final System.Logger LOG = System.getLogger(CompanySignIn.class.getName());
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    /** Exchanges at once: a provider that does not answer must not hold all requests of the server. */
    private static final int AT_ONCE = 16;

    private final CompanyProvider company;
    private final ProviderSignIn client;
    private final ProviderClient http;
    private final Semaphore exchanges = new Semaphore(AT_ONCE);
    @GuardedBy("this") private @Nullable ProviderDocument document;
    @GuardedBy("this") private long next = System.nanoTime();

    /** Signs in at a company's provider, which must have sign-in; asks nothing yet. */
    public CompanySignIn(CompanyProvider company) {
        this.company = company;
        this.client = Objects.requireNonNull(company.signIn());
        this.http = new ProviderClient(company.issuer());
    }

    /**
     * What the page needs to send a reader to the provider. None of it is secret.
     *
     * @param end         where a session ends; null if the provider has no such address
     * @param namesIssuer whether the provider names itself when it sends the reader back
     */
    public record Start(ProviderSignIn client, URI authorization, @Nullable URI end, boolean namesIssuer) {}

    /**
     * The provider's tokens.
     *
     * @param access  the access token
     * @param refresh the refresh token; null for none
     * @param id      the ID token; null for none
     */
    public record Tokens(String access, @Nullable String refresh, @Nullable String id) {
        @Override
        public String toString() {
            return "Tokens";
        }
    }

    /** The provider's name. */
    public String name() {
        return company.name();
    }

    /** The name that readers know. */
    public String title() {
        return company.title();
    }

    /** Where to send a reader; throws {@link ProviderException} while the provider does not answer. */
    public Start start() {
        ProviderDocument known = document();
        known.known("token_endpoint");
        return new Start(client, known.known("authorization_endpoint"),
                known.address("end_session_endpoint").orElse(null), known.namesIssuer());
    }

    /**
     * The tokens for the code that the user's browser sent back; empty if the provider refuses. Throws {@link
     * ProviderException} if it does not answer.
     */
    public Optional<Tokens> exchange(String code, String redirect, String verifier) {
        return tokens(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", redirect,
                "code_verifier", verifier));
    }

    /**
     * New tokens for a refresh token; empty if the provider refuses.
     * Throws {@link ProviderException} if it does not answer.
     */
    public Optional<Tokens> refresh(String token) {
        return tokens(Map.of("grant_type", "refresh_token", "refresh_token", token));
    }

    private Optional<Tokens> tokens(Map<String, String> asked) {
        Map<String, String> form = new TreeMap<>(asked);
        URI endpoint = document().known("token_endpoint");
        String secret = secret();
        if (secret == null) {
            form.put("client_id", client.clientId());
        }
        String body = form.entrySet().stream().map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        if (!exchanges.tryAcquire()) {
            throw new ProviderException("too many sign-ins wait for it");
        }
        ProviderClient.Answer answer;
        try {
            answer = http.post(endpoint, body, secret == null ? null : basic(secret));
        } catch (ProviderException e) {
            LOG.log(System.Logger.Level.WARNING, "no tokens from identity provider " + company.issuer().label() + ": "
                    + e.getMessage());
            throw e;
        } finally {
            exchanges.release();
        }
        return read(answer);
    }

    private Optional<Tokens> read(ProviderClient.Answer answer) {
        JsonNode said;
        try {
            said = Json.MAPPER.readTree(answer.body());
        } catch (JsonProcessingException e) {
            said = Json.MAPPER.missingNode();
        }
        String access = text(said, "access_token");
        if (answer.status() == 200 && access != null) {
            return Optional.of(new Tokens(access, text(said, "refresh_token"), text(said, "id_token")));
        }
        String error = said.path("error").asText();
        LOG.log(System.Logger.Level.INFO, "identity provider " + company.issuer().label() + " gave no tokens: "
                + answer.status()
                // RFC 6749, section 5.2; anything else might be a secret
                + (error.matches("[a-z_]{1,40}") ? " " + error : ""));
        return Optional.empty();
    }

    private static @Nullable String text(JsonNode said, String name) {
        return said.path(name).textValue();
    }

    /**
     * The document, refreshed every five minutes, or ten seconds after a failure;
     * the last one is kept during an outage.
     */
    private synchronized ProviderDocument document() {
        if (System.nanoTime() - next >= 0) {
            next = System.nanoTime() + PAUSE.toNanos();
            try {
                document = http.document();
                next = System.nanoTime() + FRESH.toNanos();
            } catch (ProviderException e) {
                LOG.log(System.Logger.Level.WARNING, "no sign-in at identity provider " + company.issuer().label()
                        + ": " + e.getMessage());
            }
        }
        if (document == null) {
            throw new ProviderException("its discovery document has not been read");
        }
        return document;
    }

    /** The client's secret, read each time, so that a new one needs no restart; null for a public client. */
    private @Nullable String secret() {
        Path file = company.secret();
        if (file == null) {
            return null;
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the secret for identity provider " + company.issuer().label()
                    + " cannot be read: " + file);
            throw new ProviderException("its client's secret cannot be read");
        }
    }

    /** RFC 6749, section 2.3.1. */
    private String basic(String secret) {
        String both = encoded(client.clientId()) + ":" + encoded(secret);
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.US_ASCII));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
