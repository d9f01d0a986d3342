package io.tidemark.server.identity.account;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** The allowed names of users, clients and keys. */
public final class AccountName {
    private static final Pattern USER_NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+-]{0,63}");
    private static final Pattern LABEL = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._@+()/-]{0,63}");

    private AccountName() {}

    /** The composed form of a name to sign in with; refuses others with {@link InvalidAccountException}. */
    static String ofUser(String name) {
        return checked(USER_NAME, name, "A user name has 1 to 64 letters, digits, '.', '_', '@', '+' or '-', "
                        + "and starts with a letter or digit");
    }

    /** The composed form of a name that is only a label; refuses others with {@link InvalidAccountException}. */
    public static String label(String whose, String name) {
        return checked(LABEL, name,
                whose + " name has 1 to 64 letters, digits, spaces or any of ._@+()/- and starts with a letter or "
                + "digit");
    }

    private static String checked(Pattern allowed, String name, String message) {
        String composed = composed(name);
        if (!allowed.matcher(composed).matches()) {
            throw new InvalidAccountException("name", message);
        }
        return composed;
    }

    /** The form in which a user's name must be unique: composed, in lower case. */
    static String key(String name) {
        return composed(name).toLowerCase(Locale.ROOT);
    }

    private static String composed(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC);
    }
}
