package io.tidemark.ingest.authority.format;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A table of the authority, open for one pass: columns by name, and values without surrounding blanks. */
public interface AuthorityTable extends AutoCloseable {

    /** The most columns of a table. */
    int MAX_COLUMNS = 1_000;

    /** The result of reading the rows: their number, and the faults of rejected rows, by line. */
    record Outcome(long read, List<RowFault> faults) {}

    /** Processes a row with its values, one for each column, and its line: of JSON the number of the object. */
    @FunctionalInterface
    interface RowTaker {
        /** Takes it. */
        void take(long line, List<String> values);
    }

    /**
     * Opens a file, CSV or JSON, and reads up to its first row.
     *
     * @param stop called from time to time; throws to stop reading
     * @throws AuthorityFormatException if it cannot be read, has no columns or lacks a required one
     */
    static AuthorityTable open(Path file, Collection<String> requiredColumns, Runnable stop) {
        return SourceText.head(file).filter(FileHead::isJson).isPresent()
                ? AuthorityJson.open(file, requiredColumns, stop) : AuthorityCsv.open(file, requiredColumns, stop);
    }

    /** First field of the line above the header, empty if there is none. */
    String title();

    /** Of JSON the single values that stand around its list, by name. */
    default Map<String, String> around() {
        return Map.of();
    }

    /** Its columns. */
    Header header();

    /**
     * Passes every row to the taker, in order.
     *
     * @throws AuthorityFormatException if the file breaks off
     */
    Outcome read(RowTaker taker);

    @Override
    void close();

    /** The columns, if all that are required are there, and none twice. */
    static Header checked(Header header, Collection<String> required, SourceText source) {
        if (header.names().size() > MAX_COLUMNS) {
            throw new AuthorityFormatException(source.file(), "has " + header.names().size() + " columns, more than "
                    + MAX_COLUMNS + ": this is no table");
        }
        List<String> missing = header.missing(required);
        if (!missing.isEmpty()) {
            throw new AuthorityFormatException(source.file(), "missing required column " + String.join(", ", missing)
                    + source.readAs());
        }
        header.twice().ifPresent(name -> {
            throw new AuthorityFormatException(source.file(), "has the column " + name + " twice");
        });
        return header;
    }
}
