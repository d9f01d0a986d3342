package io.tidemark.server.identity.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.server.http.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How passwords are kept, and that hashing cannot take the machine. */
final class PasswordsTest {
    private final Passwords passwords = new Passwords();

    private final CheapPasswords.Usual usual = CheapPasswords.usual();

    @AfterEach
    void cheapAgain() {
        usual.close();
    }

    @Test
    void argon2idWith19MebibytesTwoPassesAndOneLane() {
        String kept = passwords.hash("correct horse battery");
        // 19 x 1024 = 19456 KiB
        assertThat(kept).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(passwords.hash("correct horse battery")).isNotEqualTo(kept);
        assertThat(passwords.matches("correct horse battery", kept)).isTrue();
        assertThat(passwords.matches("wrong horse battery", kept)).isFalse();
        assertThat(passwords.matches("correct horse battery", null)).isFalse();
    }

    @Test
    void twoAtOnceAndTheThirdIsToldToComeBack() throws Exception {
        Semaphore inside = new Semaphore(0);
        Semaphore leave = new Semaphore(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> running = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                running.add(threads.submit(() -> passwords.limited(() -> {
                    inside.release();
                    leave.acquireUninterruptibly();
                    return true;
                })));
            }
            inside.acquire(2);
            ApiException.Unavailable refused =
                    catchThrowableOfType(ApiException.Unavailable.class, () -> passwords.hash("correct horse battery"));
            assertThat(refused.retryAfter()).isEqualTo(5);
            leave.release(2);
            for (Future<Boolean> one : running) {
                assertThat(one.get()).isTrue();
            }
        }
        // and afterwards it goes on
        assertThat(passwords.hash("correct horse battery")).isNotEmpty();
    }
}
