package io.tidemark.ingest.file;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** The name of a column as files write it, for comparison with the contract. */
public final class HeaderName {

    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

    private HeaderName() {}

    /** In lower case, its letters composed, without spaces around it, and with plain single ones in it. */
    public static String of(String written) {
        int begin = 0;
        int end = written.length();
        while (begin < end && isUnseen(written.charAt(begin))) {
            begin++;
        }
        while (begin < end && isUnseen(written.charAt(end - 1))) {
            end--;
        }
        String name = written.substring(begin, end).toLowerCase(Locale.ROOT);
        return isPlain(name) ? name
                : SPACES.matcher(Normalizer.normalize(name, Normalizer.Form.NFC)).replaceAll(" ");
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c > ' ' && c < 128);
    }

    // spaces of any kind, and the marks that spreadsheets and editors leave, which nobody sees
    private static boolean isUnseen(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF' || c == '\u200B';
    }
}
