package io.tidemark.server.identity;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
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
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TokenAnswer(String accessToken,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String refreshToken, String tokenType, long expiresIn,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String scope) {
    /** Leaves out the tokens. */
    @Override
    public String toString() {
        return "TokenAnswer[" + scope + "]";
    }
}
