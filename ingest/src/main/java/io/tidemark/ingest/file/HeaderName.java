package io.tidemark.ingest.file;

import java.util.Locale;

/** The name of a column as files write it, for comparison with the contract. */
public final class HeaderName {

    private HeaderName() {}

    /** In lower case, without spaces around it, unbreakable ones too. */
    public static String of(String written) {
        int begin = 0;
        int end = written.length();
        while (begin < end && isUnseen(written.charAt(begin))) {
            begin++;
        }
        while (begin < end && isUnseen(written.charAt(end - 1))) {
            end--;
        }
        return written.substring(begin, end).toLowerCase(Locale.ROOT);
    }

    // spaces of any kind, and the marks that spreadsheets and editors leave, which nobody sees
    private static boolean isUnseen(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF' || c == '\u200B';
    }
}
