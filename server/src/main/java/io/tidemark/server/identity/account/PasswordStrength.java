package io.tidemark.server.identity.account;

import com.nulabinc.zxcvbn.Zxcvbn;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how easily a password is guessed, by zxcvbn (Wheeler, USENIX Security 2016), which knows common passwords,
 * words, dates, keyboard patterns, repeats, and the user's own names. Thread-safe.
 */
final class PasswordStrength {

    /** More than 10^8 guesses: too many even for an attacker who has the hash, given the cost of a hash here. */
    private static final int MIN_SCORE = 3;
    /** The time grows faster than the length: 64 characters take less than a tenth of a second, 900 take twelve. */
    private static final int MAX_CHARACTERS = 64;
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** Read at the first new password, not at each start. */
    private static final class Lists {
        static final Zxcvbn ZXCVBN = new Zxcvbn();
    }

    private PasswordStrength() {}

    /**
     * Whether a password is easy to guess. Only its first 64 characters count.
     *
     * @param name  the user's
     * @param email the user's, null if unknown
     */
    static boolean isWeak(CharSequence password, String name, @Nullable String email) {
        int end = Math.min(password.length(), MAX_CHARACTERS);
        List<String> own = Stream.of("tidemark", name, email == null ? "" : email)
                .flatMap(text -> Stream.concat(Stream.of(text), BETWEEN_WORDS.splitAsStream(text)))
                .map(text -> text.toLowerCase(Locale.ROOT)).filter(text -> !text.isEmpty()).distinct().toList();
        return Lists.ZXCVBN.measure(password.subSequence(0, end), own).getScore() < MIN_SCORE;
    }
}
