package io.tidemark.server.parameter;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code of a generation: {@code V2025} for a spring transfer, {@code H2025} for an autumn transfer. */
public final class Generation {

    /** The accepted forms, for error messages. */
    public static final String FORMS = "V2025, H2025, 2025 - Vår, 2025 - Høst, 2025 - Spring, 2025 - Autumn";

    private static final Pattern CODE = Pattern.compile("[vh]((?:19|20|21)\\d\\d)");
    private static final Pattern NAME = Pattern.compile("((?:19|20|21)\\d\\d) *- *(vår|høst|spring|autumn)");

    private Generation() {}

    /** Parses a code or display name, in any case; empty if the text is neither. */
    public static Optional<String> code(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (CODE.matcher(plain).matches()) {
            return Optional.of(plain.toUpperCase(Locale.ROOT));
        }
        Matcher name = NAME.matcher(plain);
        if (name.matches()) {
            boolean spring = name.group(2).equals("vår") || name.group(2).equals("spring");
            return Optional.of((spring ? "V" : "H") + name.group(1));
        }
        return Optional.empty();
    }
}
