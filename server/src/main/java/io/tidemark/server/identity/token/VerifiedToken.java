package io.tidemark.server.identity.token;

import io.tidemark.server.identity.account.Caller;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A token that has passed every check of its issuer.
 *
 * @param holds  whether it would pass again: no minute has passed, it has not ended, and the same keys are in force
 * @param caller its caller by the accounts as they are now; throws what {@link IssuerVerifier#verify} throws
 */
public record VerifiedToken(BooleanSupplier holds, Supplier<Caller> caller) {}
