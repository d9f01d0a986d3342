package io.tidemark.server.identity.account;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import io.tidemark.server.http.ApiException;
import java.text.Normalizer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet, first choice), stored as PHC
 * strings. At most two hashes run at once, so that a burst of
 * sign-ins cannot exhaust memory or processors. Thread-safe.
 */
final class Passwords {
    /** The shortest password, characters (NIST SP 800-63B asks for 8 as a minimum, and advises more). */
    static final int MINIMUM_LENGTH = 12;

    /** The cost of a hash, which each hash states. */
    record Cost(int memoryKib, int passes) {

        private Argon2Function function() {
            return Argon2Function.getInstance(memoryKib, passes, LANES, HASH_BYTES, Argon2.ID);
        }
    }

    /** OWASP's first choice. */
    static final Cost USUAL = new Cost(19_456, 2);
    /** The cost of new hashes; only tests, which make hundreds of accounts, choose a lower one. */
    static volatile Cost cost = USUAL;

    /**
     * The hash of a random password, at the usual cost. An unknown user is compared with it, so that it takes as long
     * as a known one.
     */
    private static final String NOBODY =
            "$argon2id$v=19$m=19456,t=2,p=1$0BhQSHsn+CoPsdazi/ndPA$XXJOhjKx1nofG0ZYsA7FluOlzpk5LMO4ktPXbCoW4vw";
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore atOnce = new Semaphore(2, true);

    Passwords() {
        // the library adds a shutdown hook when a function is made, which fails once a stop signal has arrived: a
        // sign-in that was under way then, and is the first of its process, would end with 500
        cost.function();
    }

    /** The PHC string of a password, freshly salted. */
    String hash(CharSequence password) {
        return limited(() -> Password.hash(normal(password)).addRandomSalt(SALT_BYTES).with(cost.function())
                .getResult());
    }

    /**
     * Whether a password matches the stored one.
     * @param kept its PHC string, null for an unknown user: takes as long, and returns false
     */
    boolean matches(CharSequence password, @Nullable String kept) {
        String hash = kept == null ? NOBODY : kept;
        boolean same = limited(() -> Password.check(normal(password), hash)
                .with(Argon2Function.getInstanceFromHash(hash)));
        return same && kept != null;
    }

    /** The composed form (RFC 8265): keyboards encode å in different ways. */
    private static String normal(CharSequence password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    /** Runs at most two at once; throws 503 if the wait is too long. */
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
