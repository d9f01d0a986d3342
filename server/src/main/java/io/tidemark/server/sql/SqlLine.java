package io.tidemark.server.sql;

/**
 * A line of SQL and where it was written.
 *
 * @param text the line, without its end
 * @param file path under {@code sql/}
 * @param line number of the line in that file, from 1
 */
public record SqlLine(String text, String file, int line) {

    /** The same place with another text. */
    SqlLine with(String other) {
        return new SqlLine(other, file, line);
    }

    /** A fault at this line. */
    public RouteFileException.Fault fault(String message) {
        return new RouteFileException.Fault(file, line, message);
    }
}
