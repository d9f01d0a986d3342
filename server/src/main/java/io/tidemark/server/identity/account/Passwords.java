package io.tidemark.server.identity.account;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import io.tidemark.server.answer.ApiException;
import java.text.Normalizer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet, first choice), kept as PHC strings.
 * At most two run at once, so that a burst of sign-ins cannot take the memory or the processors. Thread-safe.
 */
final class Passwords {
    /** Shortest password in characters (NIST SP 800-63B asks for 8 as a minimum, and advises more). */
    static final int MINIMUM_LENGTH = 12;

    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final long PATIENCE_SECONDS = 5;

    private final Argon2Function argon2 =
            Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);
    private final Semaphore atOnce = new Semaphore(2, true);
    /** What a password is compared with when there is no such user, so that both take the same time. */
    private final String nobody = hash("nobody has this password: " + Secrets.create(""));

    /** The PHC string of a password, freshly salted. */
    String hash(CharSequence password) {
        return limited(() -> Password.hash(normal(password)).addRandomSalt(SALT_BYTES).with(argon2).getResult());
    }

    /**
     * Whether a password is the one kept.
     *
     * @param kept its PHC string, null when there is no such user: takes as long, and is false
     */
    boolean matches(CharSequence password, @Nullable String kept) {
        String hash = kept == null ? nobody : kept;
        boolean same = limited(() -> Password.check(normal(password), hash).with(Argon2Function.getInstanceFromHash(hash)));
        return same && kept != null;
    }

    /** Composed form (RFC 8265): keyboards differ in how they send an å. */
    private static String normal(CharSequence password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    /** Runs alone or beside one other; throws 503 after waiting in vain. */
    <T> T limited(Supplier<T> work) {
        try {
            if (!atOnce.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new ApiException.Unavailable("Too many sign-ins at once", 5);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException.Unavailable("The server is stopping", 5, e);
        }
        try {
            return work.get();
        } finally {
            atOnce.release();
        }
    }
}
