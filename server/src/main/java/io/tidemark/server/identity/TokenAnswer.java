package io.tidemark.server.identity;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The response of the token endpoint (RFC 6749, section 5.1).
 *
 * @param accessToken for the Authorization header
 * @param refreshToken for one use at the refresh endpoint; null, and absent in JSON, if the state file cannot store one
 * @param tokenType always {@code bearer}
 * @param expiresIn lifetime of the access token, seconds
 * @param scope permissions, space-separated; null, and absent in JSON, at a refresh
 */
public record TokenAnswer(
        @JsonProperty("access_token") String accessToken,
        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("refresh_token") @Nullable String refreshToken,
        @JsonProperty("token_type") String tokenType,
        @JsonProperty("expires_in") long expiresIn,
        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("scope") @Nullable String scope) {
    /** Leaves out the tokens. */
    @Override
    public String toString() {
        return "TokenAnswer[" + scope + "]";
    }
}
