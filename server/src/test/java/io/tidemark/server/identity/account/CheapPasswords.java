package io.tidemark.server.identity.account;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes hashes of passwords cheap while tests run: they make some thousand, and each would take 20 MB and a tenth of a
 * second. Tests of the hashes themselves ask for the usual cost.
 */
public final class CheapPasswords implements LauncherSessionListener {

    private static final Passwords.Cost CHEAP = new Passwords.Cost(64, 1);

    /** Until it is closed, hashes have their usual cost. */
    public interface Usual extends AutoCloseable {
        @Override
        void close();
    }

    /** From now on the usual cost. */
    public static Usual usual() {
        Passwords.cost = Passwords.USUAL;
        return () -> Passwords.cost = CHEAP;
    }

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Passwords.cost = CHEAP;
    }
}
