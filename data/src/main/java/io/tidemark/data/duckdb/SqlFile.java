package io.tidemark.data.duckdb;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shipped SQL file with named statements. Each begins with a line {@code -- name: its_name}. Comment lines before the
 * first statement describe the file.
 */
public final class SqlFile {

    private static final Pattern NAME = Pattern.compile("(?m)^-- name: ([a-z][a-z0-9_]*) *\\R");

    private final String path;
    private final Map<String, SqlStatement> statements;

    private SqlFile(String path, Map<String, SqlStatement> statements) {
        this.path = path;
        this.statements = statements;
    }

    /**
     * Reads a file.
     *
     * @param path under {@code sql/}
     * @throws IllegalStateException if the file is missing or repeats a name
     */
    public static SqlFile of(String path) {
        return parse(path, SqlScript.text(path));
    }

    static SqlFile parse(String path, String text) {
        Map<String, SqlStatement> statements = new LinkedHashMap<>();
        Matcher next = NAME.matcher(text);
        boolean found = next.find();
        while (found) {
            String name = next.group(1);
            int begin = next.end();
            found = next.find();
            String statement = text.substring(begin, found ? next.start() : text.length());
            if (statements.put(name, SqlStatement.of(path + " " + name, statement)) != null) {
                throw new IllegalStateException("sql/" + path + " has the name " + name + " twice");
            }
        }
        return new SqlFile(path, statements);
    }

    /** The statement of that name. */
    public SqlStatement get(String name) {
        SqlStatement sql = statements.get(name);
        if (sql == null) {
            throw new IllegalStateException("sql/" + path + " has no statement " + name);
        }
        return sql;
    }

    /** The statements by name, in the order of the file. */
    public Map<String, SqlStatement> statements() {
        return Collections.unmodifiableMap(statements);
    }
}
