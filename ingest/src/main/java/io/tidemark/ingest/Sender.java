package io.tidemark.ingest;

import io.tidemark.ingest.delivery.DeliveryScope;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a delivery, and the parts of it to ingest.
 * @param name          the sender; empty for the owner of the delivery's folder
 * @param scope         the parts that the sender may deliver; others are left out
 * @param ignoreUnknown whether unknown names are only reported
 * @param refusal       reason why the whole delivery is refused, or null
 */
public record Sender(String name, DeliveryScope scope, boolean ignoreUnknown, @Nullable String refusal) {

    /** The owner of the folder, who may deliver everything; unknown names fail the delivery. */
    public static final Sender UNKNOWN = new Sender("", DeliveryScope.EVERYTHING, false);

    /** A sender whose deliveries are accepted. */
    public Sender(String name, DeliveryScope scope, boolean ignoreUnknown) {
        this(name, scope, ignoreUnknown, null);
    }

    /** A sender whose deliveries are refused. */
    public static Sender refused(String reason) {
        return new Sender("", DeliveryScope.EVERYTHING, false, reason);
    }
}
