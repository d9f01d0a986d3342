package io.tidemark.server.route;

/**
 * A route's file taken apart: its header and its SQL.
 *
 * @param file   path under {@code sql/}, such as {@code v3/common/site.sql}
 * @param text   its content
 * @param header the contract as it is written
 * @param sql    what follows it
 */
record WrittenRoute(String file, String text, RouteHeader header, NamedSql sql) {

    private static final String OPEN = "/*";
    private static final String CLOSE = "*/";
    private static final String SUFFIX = ".sql";
    private static final String DEEPER = "   ";

    /**
     * Takes a file apart.
     *
     * @throws RouteFileException when it has no header that can be read
     */
    static WrittenRoute read(String file, String text) {
        int open = text.indexOf(OPEN);
        int close = text.indexOf(CLOSE);
        if (open < 0 || close < open || !text.substring(0, open).isBlank()) {
            throw new RouteFileException(file, 1, "the file must begin with its contract, a comment of YAML: /* ... */");
        }
        int after = close + CLOSE.length();
        RouteHeader header = HeaderYaml.header(file, lines(text.substring(0, open)), text.substring(open + OPEN.length(), close));
        return new WrittenRoute(file, text, header, NamedSql.of(text.substring(after), lines(text.substring(0, after)) + 1));
    }

    /** The URL path that the file stands for. */
    String path() {
        return "/" + file.substring(0, file.length() - SUFFIX.length());
    }

    /** The line that begins with a text, the first such; 1 when there is none. */
    int lineOf(String start) {
        int line = 1;
        for (String each : text.split("\n", -1)) {
            if (each.startsWith(start)) {
                return line;
            }
            line++;
        }
        return 1;
    }

    /** The line of a parameter or field. */
    int lineOfEntry(String name) {
        return lineOf("  " + name + ":");
    }

    /** The line of an object's key; the object's own where its keys stand on one line. */
    int lineOfKey(String object, String key) {
        String[] all = text.split("\n", -1);
        int first = lineOfEntry(object);
        for (int line = first + 1; line <= all.length && all[line - 1].startsWith(DEEPER); line++) {
            if (all[line - 1].strip().startsWith(key + ":")) {
                return line;
            }
        }
        return first;
    }

    private static int lines(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }
}
