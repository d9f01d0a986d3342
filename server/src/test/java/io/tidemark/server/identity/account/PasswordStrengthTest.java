package io.tidemark.server.identity.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords that are long enough, and those of them that are guessed all the same. */
final class PasswordStrengthTest {

    private static boolean isWeak(String password) {
        return PasswordStrength.isWeak(password, "kari.nordmann", "kari@merdefisk.no");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aaaaaaaaaaaa", "123456789012", "qwertyuiop12", "passwordpassword", "Password1234",
            "P@ssw0rd1234", "tidemark1234",
        "kari.nordmann", "Kari.Nordmann1", "kari@merdefisk.no", "merdefisk2026", "abcdefghijkl", "abcabcabcabc", "\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F\uD83D\uDC1F"})
    void easy(String password) {
        assertThat(isWeak(password)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"correct horse battery", "xK3n-ooP92bz", "en lang setning om fisk", "fjordmakrell",
            "Kari spiser aldri torsk"})
    void hard(String password) {
        assertThat(isWeak(password)).isFalse();
    }

    /** Of 900 characters the library alone takes many seconds. */
    @Test
    void aLongOneTakesNoTime() {
        isWeak("the lists are read at the first one");
        long start = System.nanoTime();
        assertThat(isWeak("password4".repeat(10_000))).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }
}
