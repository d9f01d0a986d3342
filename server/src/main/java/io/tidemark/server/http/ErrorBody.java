package io.tidemark.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON body of every error; {@code error_description}, which repeats the message, on auth routes, {@code details}
 * with 400, {@code retry_after} (seconds) with 429 and 503.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ErrorBody(
        @JsonProperty("error") String error,
        @JsonProperty("message") String message,
        @JsonProperty("error_description") @Nullable String errorDescription,
        @JsonProperty("code") int code,
        @JsonProperty("request_id") String requestId,
        @JsonProperty("details") @Nullable List<ApiException.Detail> details,
        @JsonProperty("retry_after") @Nullable Integer retryAfter) {
}
