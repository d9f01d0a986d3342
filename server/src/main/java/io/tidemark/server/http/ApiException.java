package io.tidemark.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The typed errors of requests. Handlers throw them, and only {@link ErrorWriter} turns them into responses. Callers
 * read the messages, which never contain SQL, paths or secrets.
 */
public abstract sealed class ApiException extends RuntimeException {
    private final int status;
    private final String code;

    private ApiException(int status, String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.code = code;
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** The error's name on the wire, such as {@code bad_request}. */
    public String code() {
        return code;
    }

    /** The message, never null. */
    public String publicMessage() {
        String message = getMessage();
        return message == null ? code : message;
    }

    /**
     * A fault of a request.
     *
     * @param parameter the parameter's or body field's name
     * @param value the sent value; null if it was absent or is secret
     * @param message the allowed values
     * @param count how many faults this stands for; null for one
     */
    public record Detail(String parameter, @Nullable String value, String message,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer count) {

        /** One fault. */
        public Detail(String parameter, @Nullable String value, String message) {
            this(parameter, value, message, null);
        }
    }

    /** 400: the request is malformed or a value is not allowed. */
    public static final class BadRequest extends ApiException {
        private final List<Detail> details;

        /** Takes all faults, at least one; the first one gives the message. */
        public BadRequest(List<Detail> details) {
            super(400, "bad_request", details.isEmpty() ? "Bad request"
                    : details.getFirst().parameter() + ": " + details.getFirst().message(), null);
            this.details = FoldedDetails.of(details);
        }

        /** Refuses a request with these faults, if there are any. */
        public static void throwIfAny(List<Detail> faults) {
            if (!faults.isEmpty()) {
                throw new BadRequest(faults);
            }
        }

        /** The faults, one entry per value; many of one kind are one. */
        public List<Detail> details() {
            return details;
        }
    }

    /** 401: the token is missing or not accepted, or credentials are wrong. */
    public static final class Unauthorized extends ApiException {
        /** The challenge in the WWW-Authenticate header. */
        public enum Challenge {
            /** An access token. */
            BEARER,
            /** Another access token than the sent one (RFC 6750, section 3). */
            INVALID_TOKEN,
            /** The client's credentials, in the form in which they were sent (RFC 6749, section 5.2). */
            BASIC
        }

        private final Challenge challenge;
        private final @Nullable String metadata;

        /** Takes a message, for missing or wrong credentials without an access token. */
        public Unauthorized(String message) {
            this(message, Challenge.BEARER);
        }

        /** Takes a message and the challenge. */
        public Unauthorized(String message, Challenge challenge) {
            this(message, challenge, null);
        }

        private Unauthorized(String message, Challenge challenge, @Nullable String metadata) {
            super(401, "unauthorized", message, null);
            this.challenge = challenge;
            this.metadata = metadata;
        }

        /** This, with the address of metadata that say who gives tokens (RFC 9728, section 5.1). */
        public Unauthorized withMetadata(String address) {
            return new Unauthorized(publicMessage(), challenge, address);
        }

        /** The address of metadata that say who gives tokens; null for none. */
        public @Nullable String metadata() {
            return metadata;
        }

        /** The challenge. */
        public Challenge challenge() {
            return challenge;
        }
    }

    /** 403: the caller is known but not allowed. */
    public static final class Forbidden extends ApiException {
        /** Takes the reason, for the caller. */
        public Forbidden(String message) {
            super(403, "forbidden", message, null);
        }
    }

    /** 404: no such route or record. */
    public static final class NotFound extends ApiException {
        /** Takes a message that names the missing route or record. */
        public NotFound(String message) {
            super(404, "not_found", message, null);
        }
    }

    /** 405: the path exists, the method does not. */
    public static final class MethodNotAllowed extends ApiException {
        private final String allowed;

        /** Takes the existing methods, separated by commas; GET includes HEAD. */
        public MethodNotAllowed(String methods) {
            super(405, "method_not_allowed", "Allowed here: " + withHead(methods), null);
            this.allowed = withHead(methods);
        }

        private static String withHead(String methods) {
            return methods.replace("GET", "GET, HEAD");
        }

        /** The value of the Allow header. */
        public String allowed() {
            return allowed;
        }
    }

    /** 406: the server can make none of the formats that the client accepts. */
    public static final class NotAcceptable extends ApiException {
        /** Takes a message with the available formats. */
        public NotAcceptable(String message) {
            super(406, "not_acceptable", message, null);
        }
    }

    /** 409: the current state prevents the request. */
    public static final class Conflict extends ApiException {
        /** Takes a message that names the obstacle. */
        public Conflict(String message) {
            super(409, "conflict", message, null);
        }
    }

    /** 410: the resource existed and no longer does. */
    public static final class Gone extends ApiException {
        /** Takes a message with the alternative. */
        public Gone(String message) {
            super(410, "gone", message, null);
        }
    }

    /** 413: the body is larger than the limit. */
    public static final class PayloadTooLarge extends ApiException {
        /** Takes the limit in bytes. */
        public PayloadTooLarge(long limit) {
            super(413, "payload_too_large", "The body may have at most " + limit + " bytes", null);
        }
    }

    /** A response that asks the client to retry later, with the Retry-After header. */
    public abstract static sealed class RetryLater extends ApiException {
        private final int retryAfter;

        private RetryLater(int status, String code, String message, int retryAfter, @Nullable Throwable cause) {
            super(status, code, message, cause);
            this.retryAfter = retryAfter;
        }

        /** The number of seconds to wait. */
        public int retryAfter() {
            return retryAfter;
        }
    }

    /** 429: too many requests. */
    public static final class RateLimited extends RetryLater {
        /** Takes the number of seconds to wait. */
        public RateLimited(int retryAfter) {
            super(429, "rate_limit_exceeded", "Too many requests", retryAfter, null);
        }
    }

    /** 503: the server cannot answer now (no snapshot yet, overloaded, state unreadable). */
    public static final class Unavailable extends RetryLater {
        /** Takes a message and the number of seconds to wait. */
        public Unavailable(String message, int retryAfter) {
            this(message, retryAfter, null);
        }

        /** Takes also the cause, which is logged and never sent. */
        public Unavailable(String message, int retryAfter, @Nullable Throwable cause) {
            super(503, "unavailable", message, retryAfter, cause);
        }
    }

    /** The client closed the connection before the response: counted and logged as 499, and never sent. */
    public static final class ClientGone extends ApiException {
        /** Creates the exception without a message. */
        public ClientGone() {
            super(499, "client_gone", "The client closed the connection", null);
        }
    }

    /** 504: the query exceeded its time limit. */
    public static final class QueryTimeout extends ApiException {
        /** Takes a message with advice for the caller. */
        public QueryTimeout(String message) {
            super(504, "query_timeout", message, null);
        }
    }
}
