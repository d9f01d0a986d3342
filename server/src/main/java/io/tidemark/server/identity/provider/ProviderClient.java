package io.tidemark.server.identity.provider;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webclient.api.HttpClientRequest;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a provider: for its discovery document, its JWK set, and tokens. Redirects are not followed; responses above 512
 * KiB or slower than a few seconds are aborted. Thread-safe.
 */
final class ProviderClient {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LARGEST = 512 * 1024;
    private static final int PIECE = 8192;

    private final ExternalIssuer provider;
    private final WebClient client =
            WebClient.builder().connectTimeout(PATIENCE).readTimeout(PATIENCE).followRedirects(false).build();

    ProviderClient(ExternalIssuer provider) {
        this.provider = provider;
    }

    /** The provider's key set; throws {@link ProviderException} if it cannot be fetched. */
    String keySet() {
        URI address = provider.keys();
        return get(address == null ? document().known("jwks_uri") : address);
    }

    /** The provider's discovery document, which must name exactly the configured issuer. */
    ProviderDocument document() {
        String base = provider.issuer().replaceFirst("/$", "");
        return ProviderDocument.read(get(URI.create(base + "/.well-known/openid-configuration")), provider.issuer());
    }

    /**
     * An answer of a token endpoint.
     *
     * @param status its status
     * @param body   its text
     */
    record Answer(int status, String body) {}

    /**
     * Posts a form; throws {@link ProviderException} if nothing comes back.
     * The authorization is a header; null for none.
     */
    Answer post(URI address, String form, @Nullable String authorization) {
        HttpClientRequest request = client.post().uri(address).header(HeaderValues.ACCEPT_JSON)
                .header(HeaderNames.CONTENT_TYPE, "application/x-www-form-urlencoded");
        if (authorization != null) {
            request.header(HeaderNames.AUTHORIZATION, authorization);
        }
        return answered(address, () -> request.submit(form.getBytes(StandardCharsets.US_ASCII)));
    }

    private String get(URI address) {
        Answer answer = answered(address, () -> client.get().uri(address).request());
        if (answer.status() != 200) {
            throw new ProviderException(address + " answers " + answer.status());
        }
        return answer.body();
    }

    private static Answer answered(URI address, Supplier<HttpClientResponse> call) {
        try (HttpClientResponse response = call.get()) {
            return new Answer(response.status().code(), body(response, address));
        } catch (IOException | RuntimeException e) {
            throw e instanceof ProviderException known ? known
                    : new ProviderException(address + " does not answer: " + e.getClass().getSimpleName());
        }
    }

    /** Limits the time of all reads together; the HTTP client limits each of them. */
    private static String body(HttpClientResponse response, URI address) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE];
        try (InputStream stream = response.inputStream()) {
            for (int read = stream.read(piece); read >= 0; read = stream.read(piece)) {
                body.write(piece, 0, read);
                if (body.size() > LARGEST || System.nanoTime() > end) {
                    throw new ProviderException(address + " sends too much or too slowly");
                }
            }
        }
        return body.toString(StandardCharsets.UTF_8);
    }
}
