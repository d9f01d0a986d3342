package io.tidemark.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The typed errors of requests. Handlers throw them; only {@link ErrorWriter} turns them into responses. The caller reads
 * the messages: they never contain SQL, paths or secrets.
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
     * One thing that is wrong with a request.
     *
     * @param parameter the parameter's or body field's name
     * @param value what was sent, null when it was absent or is secret
     * @param message what is allowed
     */
    public record Detail(String parameter, @Nullable String value, String message) {
    }

    /** 400: the request is malformed or a value is not allowed. */
    public static final class BadRequest extends ApiException {
        private final List<Detail> details;

        /** All errors, at least one; the message comes from the first. */
        public BadRequest(List<Detail> details) {
            super(400, "bad_request", details.isEmpty() ? "Bad request"
                    : details.getFirst().parameter() + ": " + details.getFirst().message(), null);
            this.details = List.copyOf(details);
        }

        /** What is wrong, one entry per value. */
        public List<Detail> details() {
            return details;
        }
    }

    /** 401: no token, or one that is not accepted; also wrong credentials. */
    public static final class Unauthorized extends ApiException {
        /** What the WWW-Authenticate header asks for. */
        public enum Challenge {
            /** An access token. */
            BEARER,
            /** Another access token than the one sent (RFC 6750, section 3). */
            INVALID_TOKEN,
            /** The client's credentials, as they were sent (RFC 6749, section 5.2). */
            BASIC
        }

        private final Challenge challenge;

        /** Credentials are missing or wrong, and no access token was part of it. */
        public Unauthorized(String message) {
            this(message, Challenge.BEARER);
        }

        /** With what is asked for instead. */
        public Unauthorized(String message, Challenge challenge) {
            super(401, "unauthorized", message, null);
            this.challenge = challenge;
        }

        /** What is asked for. */
        public Challenge challenge() {
            return challenge;
        }
    }

    /** 403: the caller is known but not allowed. */
    public static final class Forbidden extends ApiException {
        /** The reason, for the caller. */
        public Forbidden(String message) {
            super(403, "forbidden", message, null);
        }
    }

    /** 404: no such route or record. */
    public static final class NotFound extends ApiException {
        /** What was not found. */
        public NotFound(String message) {
            super(404, "not_found", message, null);
        }
    }

    /** 405: the path exists, the method does not. */
    public static final class MethodNotAllowed extends ApiException {
        private final String allowed;

        /** The methods that exist, comma-separated; GET brings HEAD with it. */
        public MethodNotAllowed(String methods) {
            super(405, "method_not_allowed", "Allowed here: " + withHead(methods), null);
            this.allowed = withHead(methods);
        }

        private static String withHead(String methods) {
            return methods.replace("GET", "GET, HEAD");
        }

        /** Value of the Allow header. */
        public String allowed() {
            return allowed;
        }
    }

    /** 406: none of the formats that the client accepts can be made. */
    public static final class NotAcceptable extends ApiException {
        /** What can be made instead. */
        public NotAcceptable(String message) {
            super(406, "not_acceptable", message, null);
        }
    }

    /** 409: it cannot be done as things are. */
    public static final class Conflict extends ApiException {
        /** What stands in the way. */
        public Conflict(String message) {
            super(409, "conflict", message, null);
        }
    }

    /** 410: it was there and is not any more. */
    public static final class Gone extends ApiException {
        /** What to do instead. */
        public Gone(String message) {
            super(410, "gone", message, null);
        }
    }

    /** 413: the body is larger than is read here. */
    public static final class PayloadTooLarge extends ApiException {
        /** The limit in bytes. */
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

        /** Seconds to wait. */
        public int retryAfter() {
            return retryAfter;
        }
    }

    /** 429: too many requests. */
    public static final class RateLimited extends RetryLater {
        /** Seconds to wait. */
        public RateLimited(int retryAfter) {
            super(429, "rate_limit_exceeded", "Too many requests", retryAfter, null);
        }
    }

    /** 503: cannot answer now (no snapshot yet, overloaded, state unreadable). */
    public static final class Unavailable extends RetryLater {
        /** What is missing, and the seconds to wait. */
        public Unavailable(String message, int retryAfter) {
            this(message, retryAfter, null);
        }

        /** With the cause, which is logged and never sent. */
        public Unavailable(String message, int retryAfter, @Nullable Throwable cause) {
            super(503, "unavailable", message, retryAfter, cause);
        }
    }

    /** The client closed the connection before the response: nobody reads this, it is counted and logged as 499. */
    public static final class ClientGone extends ApiException {
        /** There is nothing to say. */
        public ClientGone() {
            super(499, "client_gone", "The client closed the connection", null);
        }
    }

    /** 504: the query ran out of time. */
    public static final class QueryTimeout extends ApiException {
        /** What the caller can do about it. */
        public QueryTimeout(String message) {
            super(504, "query_timeout", message, null);
        }
    }
}
