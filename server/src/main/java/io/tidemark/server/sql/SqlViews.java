package io.tidemark.server.sql;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.database.SnapshotView.Held;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.table.Measure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the views under {@code sql/views}, in the order of the files. A view with the comment {@code -- held: why} is
 * materialised when a snapshot is opened, one with {@code -- held soon: why} right after, and one with {@code -- held
 * in the background: why} after those. On Trino all views are tables. A line of all measures is a line of each, see
 * {@link Measure}.
 */
public final class SqlViews {

    private static final Pattern FILE = Pattern.compile("views/[a-z0-9-]+\\.sql");
    private static final Pattern VIEW = Pattern.compile(
            "(?:^-- held( soon| in the background)?: \\S.*\\R(?:^--\\R)*)?^CREATE VIEW ([a-z_0-9]+) AS\\R([^;]+);",
            Pattern.MULTILINE);
    private static final Pattern MARK = Pattern.compile("^\\s*--\\s*held\\b.*",
            Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMENT = Pattern.compile("--[^\n]*");
    // a comment may contain a semicolon; marks are read before comments are removed
    private static final Pattern UNMARKED_COMMENT = Pattern.compile("--(?!\\s*held\\b)[^\n]*",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern WORD = Pattern.compile("[a-z_0-9]+");

    private SqlViews() {}

    /** Reads the views among the files. */
    public static List<SnapshotView> read(Map<String, String> files) {
        List<SnapshotView> views = new ArrayList<>();
        new TreeMap<>(files).forEach((file, text) -> {
            if (FILE.matcher(file).matches()) {
                views.addAll(read(file, text));
            }
        });
        return List.copyOf(views);
    }

    /**
     * Reads a file.
     *
     * @throws RouteFileException if a mark is not above a view, or the file has other statements
     */
    static List<SnapshotView> read(String file, String text) {
        List<SnapshotView> views = new ArrayList<>();
        StringBuilder rest = new StringBuilder();
        Matcher view = VIEW.matcher(UNMARKED_COMMENT.matcher(text).replaceAll("--"));
        while (view.find()) {
            views.add(new SnapshotView(view.group(2), Measure.inLines(COMMENT.matcher(view.group(3)).replaceAll("")
                    .strip()), held(view)));
            view.appendReplacement(rest, "\n".repeat((int) view.group().chars().filter(c -> c == '\n').count()));
        }
        view.appendTail(rest);
        Matcher lost = MARK.matcher(rest);
        if (lost.find()) {
            throw new RouteFileException(file, (int) rest.substring(0, lost.start()).lines().count() + 1,
                    "'-- held: why' stands in the comment right above a CREATE VIEW; here it holds nothing");
        }
        if (!SqlScript.statements(rest.toString()).isEmpty()) {
            throw new RouteFileException(file, 1, "holds something else than CREATE VIEW name AS, each on a line of "
                    + "its own");
        }
        return views;
    }

    private static Held held(Matcher view) {
        if (!view.group().startsWith("-- held")) {
            return Held.NOT;
        }
        return switch (view.group(1)) {
            case " soon" -> Held.SOON;
            case " in the background" -> Held.IN_BACKGROUND;
            case null, default -> Held.AT_OPENING;
        };
    }

    /** The names of these tables and of the views that use them. */
    public static Set<String> standingOn(Set<String> tables, List<SnapshotView> views) {
        Set<String> names = new TreeSet<>(tables);
        for (SnapshotView view : views) {
            if (mentions(view.select(), names)) {
                names.add(view.name());
            }
        }
        return names;
    }

    /** Whether a text of SQL contains one of the names. */
    public static boolean mentions(String sql, Set<String> names) {
        return !Collections.disjoint(words(sql), names);
    }

    /** The words of a text of SQL without its comments; includes the names of tables and columns. */
    public static Set<String> words(String sql) {
        return everyWord(COMMENT.matcher(sql).replaceAll(""));
    }

    /** The words of a text of SQL and its comments, in lower case: SQL treats STOCK_DAY as stock_day. */
    public static Set<String> everyWord(String sql) {
        return WORD.matcher(sql.toLowerCase(Locale.ROOT)).results().map(MatchResult::group).collect(Collectors.toSet());
    }
}
