package io.tidemark.ingest.file;

import java.util.Locale;
import java.util.regex.Pattern;

/** The name of a column as files write it, for comparison with the contract. */
public final class HeaderName {

    // spaces of any kind, and the marks that spreadsheets and editors leave, which nobody sees
    private static final String SPACE = "[\\s\\p{Z}\\uFEFF\\u200B]";
    // looks at each run of spaces once: a name of a million would cost their square
    private static final Pattern AROUND = Pattern.compile("^" + SPACE + "++|(?<!" + SPACE + ")" + SPACE + "++$");

    private HeaderName() {}

    /** In lower case, without spaces around it, unbreakable ones too. */
    public static String of(String written) {
        return AROUND.matcher(written).replaceAll("").toLowerCase(Locale.ROOT);
    }
}
