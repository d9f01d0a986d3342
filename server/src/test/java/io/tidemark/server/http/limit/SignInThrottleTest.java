package io.tidemark.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.server.http.ApiException.RateLimited;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * When the guard lets a sign-in begin, on a clock of the test's own: ten failures a minute, so one more each six
 * seconds.
 */
final class SignInThrottleTest {
    private final AtomicLong nanos = new AtomicLong();
    private final SignInThrottle guard = new SignInThrottle(10, Duration.ofMinutes(1), nanos::get);

    private void wait(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private void fail(String address, @Nullable String account) {
        try (SignInThrottle.Attempt attempt = guard.begin(address, account)) {
            attempt.failed();
        }
    }

    private void succeed(String address, String account) {
        try (SignInThrottle.Attempt attempt = guard.begin(address, account)) {
            attempt.succeeded();
        }
    }

    /** Seconds to wait, 0 when a sign-in may begin. */
    private int refusal(String address, @Nullable String account) {
        RateLimited refused = catchThrowableOfType(RateLimited.class, () -> guard.begin(address, account).close());
        return refused == null ? 0 : refused.retryAfter();
    }

    @Test
    void tenFailuresOfAnAddressWhateverTheAccount() {
        for (int i = 0; i < 10; i++) {
            fail("192.0.2.1", "user" + i);
        }
        assertThat(refusal("192.0.2.1", "another")).isEqualTo(6);
        assertThat(refusal("192.0.2.2", "another")).isZero();
        wait(6);
        assertThat(refusal("192.0.2.1", "another")).isZero();
    }

    @Test
    void tenFailuresToAnAccountWhateverTheAddressAndHoweverItIsWritten() {
        for (int i = 0; i < 10; i++) {
            fail("192.0.2." + i, i % 2 == 0 ? "kari" : "KARI");
        }
        assertThat(refusal("198.51.100.1", "Kari")).isEqualTo(6);
        assertThat(refusal("198.51.100.1", "ola")).isZero();
    }

    @Test
    void whoSignedInFromAnAddressBeforeIsNotLockedOutByStrangers() {
        succeed("192.0.2.200", "kari");
        for (int i = 0; i < 10; i++) {
            fail("198.51.100." + i, "kari");
        }
        assertThat(refusal("198.51.100.99", "kari")).isEqualTo(6);
        assertThat(refusal("192.0.2.200", "kari")).isZero();
        // not for another account from there
        for (int i = 0; i < 10; i++) {
            fail("198.51.100." + (10 + i), "ola");
        }
        assertThat(refusal("192.0.2.200", "ola")).isEqualTo(6);
    }

    @Test
    void waitsOfOneAddressForOneAccountGrowToTheLongest() {
        for (int i = 0; i < 10; i++) {
            fail("192.0.2.1", "kari");
        }
        // 60 s / 10, then doubled with each failure, and 60 s at most
        for (int expected : new int[] {6, 12, 24, 48, 60, 60}) {
            assertThat(refusal("192.0.2.1", "kari")).isEqualTo(expected);
            wait(expected);
            fail("192.0.2.1", "kari");
        }
        // other accounts of that address, and that account elsewhere, go on
        assertThat(refusal("192.0.2.1", "ola")).isZero();
        assertThat(refusal("192.0.2.2", "kari")).isZero();
        wait(60);
        succeed("192.0.2.1", "kari");
        fail("192.0.2.1", "kari");
        assertThat(refusal("192.0.2.1", "kari")).isZero();
    }

    @Test
    void successesAndUndecidedOnesCountForNothing() {
        for (int i = 0; i < 50; i++) {
            succeed("192.0.2.1", "kari");
            guard.begin("192.0.2.1", "kari").close();
            guard.begin("192.0.2.1", null).close();
        }
        assertThat(refusal("192.0.2.1", "kari")).isZero();
    }

    @Test
    void aBurstUnderWayCannotSlipThrough() {
        for (int i = 0; i < 10; i++) {
            // begun and not decided
            assertThat(guard.begin("192.0.2.1", "kari")).isNotNull();
        }
        assertThat(refusal("192.0.2.1", "kari")).isEqualTo(6);
    }

    @Test
    void refreshTokensAreCountedByAddress() {
        for (int i = 0; i < 10; i++) {
            fail("192.0.2.1", null);
        }
        assertThat(refusal("192.0.2.1", null)).isEqualTo(6);
    }

    @Test
    void theAddressesOfAnIpv6NetworkAreOne() {
        for (int i = 0; i < 10; i++) {
            fail("2001:db8:1:2::" + i, "user" + i);
        }
        assertThat(refusal("2001:db8:1:2:ffff::1", "another")).isEqualTo(6);
        assertThat(refusal("2001:db8:1:3::1", "another")).isZero();
    }
}
