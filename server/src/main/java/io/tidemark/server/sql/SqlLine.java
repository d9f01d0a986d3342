package io.tidemark.server.sql;

/**
 * A line of SQL and its source.
 *
 * @param text the line, without its end
 * @param file path under {@code sql/}
 * @param line number of the line in that file, from 1
 */
public record SqlLine(String text, String file, int line) {

    /** A line with another text and the same source. */
    SqlLine with(String other) {
        return new SqlLine(other, file, line);
    }

    /** A fault at this line. */
    public RouteFileException.Fault fault(String message) {
        return new RouteFileException.Fault(file, line, message);
    }
}
