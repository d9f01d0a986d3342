package io.tidemark.server.route;

import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.SqlWithHeader;
import io.tidemark.server.sql.SqlLine;

/**
 * A parsed route file: its header and its SQL.
 *
 * @param file   path under {@code sql/}, such as {@code v3/common/site.sql}
 * @param text   its text
 * @param header the header as written
 * @param sql    the SQL after the header
 * @param ours   whether the file is shipped with Tidemark
 */
record RouteFile(String file, String text, RouteHeader header, SqlWithHeader sql, boolean ours) {

    private static final String SUFFIX = ".sql";
    private static final String DEEPER = "   ";

    /**
     * Parses a file.
     * @throws RouteFileException if it has no valid header
     */
    static RouteFile read(String file, String text, boolean ours) {
        SqlWithHeader sql = SqlWithHeader.read(file, text);
        if (sql.header().isEmpty()) {
            throw new RouteFileException(file, 1,
                    "the file must begin with its contract, a comment of YAML: /* ... */");
        }
        return new RouteFile(file, text, HeaderYaml.header(file, sql.headerLine(), sql.header()), sql, ours);
    }

    /** The URL path of the file. */
    String path() {
        return "/" + file.substring(0, file.length() - SUFFIX.length());
    }

    /** The first line that begins with a text; the first line if there is none. */
    SqlLine lineOf(String start) {
        int line = 1;
        for (String each : text.split("\n", -1)) {
            if (each.startsWith(start)) {
                return new SqlLine(each, file, line);
            }
            line++;
        }
        return new SqlLine("", file, 1);
    }

    /** The line of a parameter or field. */
    SqlLine lineOfEntry(String name) {
        SqlLine quoted = lineOf("  \"" + name + "\":");
        return quoted.text().isEmpty() ? lineOf("  " + name + ":") : quoted;
    }

    /** The line of an object's key; the object's line if its keys are on one line. */
    SqlLine lineOfKey(String object, String key) {
        String[] all = text.split("\n", -1);
        SqlLine first = lineOfEntry(object);
        for (int line = first.line() + 1; line <= all.length && all[line - 1].startsWith(DEEPER); line++) {
            if (all[line - 1].strip().startsWith(key + ":")) {
                return new SqlLine(all[line - 1], file, line);
            }
        }
        return first;
    }
}
