package io.tidemark.server.dashboard;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Follows the static imports of the dashboard's scripts. */
final class ScriptImports {

    private static final Pattern STATIC_IMPORT = Pattern.compile("(?m)^import [^;]*'(\\.[^']+)';");

    private ScriptImports() {}

    /** A script's text. */
    static String text(String script, Map<String, byte[]> files) {
        return new String(Objects.requireNonNull(files.get(script), script), StandardCharsets.UTF_8);
    }

    /** Adds a script, and all that it imports directly or through others, to a set. */
    static void addWithImports(String script, Map<String, byte[]> files, Set<String> modules) {
        if (modules.add(script)) {
            URI at = URI.create(script);
            STATIC_IMPORT.matcher(text(script, files)).results()
                    .forEach(found -> addWithImports(at.resolve(found.group(1)).toString(), files, modules));
        }
    }
}
