package io.tidemark.server.cli.query;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits SQL into statements, each with its preceding comments. */
final class SqlStatements {

    // first the tokens that may contain a semicolon which does not end a statement
    private static final Pattern TOKEN =
            Pattern.compile("'(?:[^']|'')*'?|\"(?:[^\"]|\"\")*\"?|--[^\\n]*|/\\*.*?(?:\\*/|\\z)|;", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);

    private SqlStatements() {}

    /** The statements; blanks and comments alone are no statement. */
    static List<String> of(String text) {
        List<String> statements = new ArrayList<>();
        int start = 0;
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (token.group().equals(";")) {
                add(statements, text.substring(start, token.start()));
                start = token.end();
            }
        }
        add(statements, text.substring(start));
        return statements;
    }

    private static void add(List<String> statements, String statement) {
        if (!COMMENT.matcher(statement).replaceAll("").isBlank()) {
            statements.add(statement.strip());
        }
    }
}
