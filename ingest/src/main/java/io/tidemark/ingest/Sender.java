package io.tidemark.ingest;

import io.tidemark.ingest.delivery.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Who a delivery comes from, and what of it is taken.
 *
 * @param name          who; empty to name the owner of the delivery's folder
 * @param scope         what the sender may bring; the rest is left out
 * @param ignoreUnknown whether names in it that mean nothing do not fail the delivery
 * @param refusal       why nothing of it is taken at all, or null
 */
public record Sender(String name, Scope scope, boolean ignoreUnknown, @Nullable String refusal) {

    /** The owner of the folder, who may bring everything, and must name it right. */
    public static final Sender UNKNOWN = new Sender("", Scope.EVERYTHING, false);

    /** Somebody whose deliveries are taken. */
    public Sender(String name, Scope scope, boolean ignoreUnknown) {
        this(name, scope, ignoreUnknown, null);
    }

    /** Somebody whose deliveries are refused. */
    public static Sender refused(String reason) {
        return new Sender("", Scope.EVERYTHING, false, reason);
    }
}
