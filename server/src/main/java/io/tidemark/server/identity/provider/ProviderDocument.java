package io.tidemark.server.identity.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.http.Json;
import java.net.URI;
import java.util.Optional;

/**
 * A provider's discovery document (OpenID Connect Discovery, section 4). Of its addresses only those count that {@link
 * ExternalIssuer#address} takes.
 *
 * @param said the document
 */
record ProviderDocument(JsonNode said) {

    /** Reads the document of an issuer; throws {@link ProviderException} if it is none, or another's. */
    static ProviderDocument read(String text, String issuer) {
        JsonNode said;
        try {
            said = Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new ProviderException("its discovery document is not JSON");
        }
        if (!said.path("issuer").asText().equals(issuer)) {
            throw new ProviderException("its discovery document names another issuer");
        }
        return new ProviderDocument(said);
    }

    /** An address by its name; empty if there is none. */
    Optional<URI> address(String name) {
        return ExternalIssuer.address(said.path(name).asText());
    }

    /** An address that must be there; throws {@link ProviderException} otherwise. */
    URI known(String name) {
        return address(name).orElseThrow(() -> new ProviderException("its discovery document names no safe " + name));
    }

    /** Whether each answer of its authorization endpoint names the issuer (RFC 9207, section 3). */
    boolean namesIssuer() {
        return said.path("authorization_response_iss_parameter_supported").asBoolean(false);
    }
}
