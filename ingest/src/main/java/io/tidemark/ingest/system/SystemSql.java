package io.tidemark.ingest.system;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.ingest.system.SystemFileException.Place;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQL of a mapping and its position in the file.
 *
 * @param file its file
 * @param line the line of the file on which it begins, from 1
 * @param text the SQL
 */
public record SystemSql(String file, int line, String text) {

    // DuckDB shows the SQL with a caret below the fault and cuts long lines
    private static final Pattern SHOWN = Pattern.compile("LINE (\\d+): (.*)\\n( *)\\^");
    private static final String CUT = "...";

    /**
     * Runs the SQL in parentheses, each on a separate line.
     * @param before text before the SQL
     * @throws SystemFileException if the SQL cannot be run
     */
    void run(Consumer<String> engine, String before, String after) {
        try {
            engine.accept(before + "\n" + text + "\n" + after);
        } catch (EngineException e) {
            throw fault(e);
        }
    }

    /** The fault with its position. A stop, or a lack of memory or disk, is not the SQL's fault. */
    RuntimeException fault(EngineException e) {
        return switch (e.kind()) {
            case INTERRUPTED, OUT_OF_MEMORY, NOT_WRITTEN, NOT_READ -> e;
            case INPUT, OTHER -> new SystemFileException(place(e.getCause() == null
                    ? "" : String.valueOf(e.getCause().getMessage())),
                    "its SQL cannot be run: " + e.firstLine().replaceFirst("^([A-Z][a-z]+ )+Error: ", ""), e);
        };
    }

    private Place place(String message) {
        Matcher shown = SHOWN.matcher(message);
        if (!shown.find()) {
            return Place.of(file);
        }
        int at = Integer.parseInt(shown.group(1)) - 2; // the line of the parenthesis comes first
        String excerpt = shown.group(2);
        int caret = shown.group(3).length() - "LINE : ".length() - shown.group(1).length();
        List<String> lines = text.lines().toList();
        if (at >= lines.size() && !lines.isEmpty()) {
            return new Place(file, line + lines.size() - 1L, lines.getLast().length() + 1L);
        }
        if (at < 0 || at >= lines.size()) {
            return Place.of(file);
        }
        boolean cut = excerpt.startsWith(CUT);
        String part = (cut ? excerpt.substring(CUT.length()) : excerpt).replaceFirst("[.]{3}$", "");
        int from = Math.max(0, lines.get(at).indexOf(part));
        return new Place(file, line + at, from + caret - (cut ? CUT.length() : 0) + 1L);
    }
}
