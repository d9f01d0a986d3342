package io.tidemark.server.watch;

import io.tidemark.server.event.Event.Channel;
import org.jspecify.annotations.Nullable;

/**
 * A message that is ready to be sent, to one receiver about one company.
 *
 * @param channel   how it goes
 * @param farmerId  the company
 * @param accountId the account that it goes to; null for the webhook
 * @param snapshot  the snapshot that it is about
 * @param sending   sends it
 */
public record WatchMessage(Channel channel, String farmerId, @Nullable String accountId, String snapshot,
        Sending sending) {

    /** Sends a message once. */
    @FunctionalInterface
    public interface Sending {
        /** Sends it, or says why that failed. */
        void send() throws NotSentException;
    }

    /** A message was not accepted. */
    public static final class NotSentException extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean isFinal;

        /**
         * Says why; the reason has no address and no secret.
         *
         * @param isFinal whether another try is of no use
         */
        NotSentException(String reason, boolean isFinal) {
            super(reason, null, false, false);
            this.isFinal = isFinal;
        }

        /** The reason. */
        public String reason() {
            return String.valueOf(getMessage());
        }

        /** Whether another try is of no use. */
        boolean isFinal() {
            return isFinal;
        }
    }
}
