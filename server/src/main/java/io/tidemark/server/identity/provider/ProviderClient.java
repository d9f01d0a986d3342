package io.tidemark.server.identity.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import io.tidemark.server.http.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Fetches a provider's JWK set. Redirects are not followed; responses above 512 KiB or slower than a few seconds are
 * aborted. Thread-safe.
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
        return get(address == null ? discovered() : address);
    }

    /** OpenID Connect Discovery, section 4: the document must name exactly the configured issuer. */
    private URI discovered() {
        String base = provider.issuer().replaceFirst("/$", "");
        String document = get(URI.create(base + "/.well-known/openid-configuration"));
        try {
            JsonNode found = Json.MAPPER.readTree(document);
            if (!found.path("issuer").asText().equals(provider.issuer())) {
                throw new ProviderException("its discovery document is of another issuer");
            }
            Optional<URI> keys = ExternalIssuer.address(found.path("jwks_uri").asText());
            return keys.orElseThrow(() -> new ProviderException("its discovery document names no safe jwks_uri"));
        } catch (IOException e) {
            throw new ProviderException("its discovery document is no JSON");
        }
    }

    private String get(URI address) {
        try (HttpClientResponse response = client.get().uri(address).request()) {
            if (response.status().code() != 200) {
                throw new ProviderException(address + " answers " + response.status().code());
            }
            return body(response, address);
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
                    throw new ProviderException(address + " answers too much or too slowly");
                }
            }
        }
        return body.toString(StandardCharsets.UTF_8);
    }
}
