package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.file.TextLines;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A file of the authority, separated by semicolons, commas or tabs, with detected encoding and optional title line. */
record AuthorityCsv(Path file, Reader text, SplitRows rows, String title, Header header) implements AuthorityTable {

    static AuthorityCsv open(Path file, Collection<String> requiredColumns, Runnable stop) {
        SourceText source = SourceText.of(file, stop);
        try {
            Reader text = source.open();
            try {
                return open(source, text, requiredColumns);
            } catch (RuntimeException | IOException | BadFileException e) {
                text.close();
                throw e;
            }
        } catch (BadFileException | IOException | UncheckedIOException e) {
            throw AuthorityFormatException.unreadable(file, e);
        }
    }

    private static AuthorityCsv open(SourceText source, Reader text, Collection<String> requiredColumns)
            throws IOException, BadFileException {
        SplitRows rows = new SplitRows(TextLines.over(text, source.charset()));
        List<String> before = new ArrayList<>();
        for (int i = 0; i < Separators.LINES_TO_HEADER; i++) {
            String line = rows.line();
            List<String> columns = line == null ? List.of() : Separators.columns(line);
            if (line != null && Separators.isHeader(columns)) {
                Header header = AuthorityTable.checked(new Header(columns), requiredColumns, source);
                rows.split(Separators.of(line), columns.size());
                return new AuthorityCsv(source.file(), text, rows, before.isEmpty() ? "" : before.getFirst(), header);
            }
            before.addAll(columns);
        }
        throw new AuthorityFormatException(source.file(),
                "no header line with columns separated by semicolons, commas or tabs");
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Header header() {
        return header;
    }

    @Override
    public Outcome read(RowTaker taker) {
        RowTally tally = new RowTally(file);
        SplitRows.Row last = null;
        try {
            for (SplitRows.Row row = rows.next(); row != null; row = rows.next()) {
                SplitRows.Row found = row;
                // spreadsheets leave separators alone at the end
                if (found.isCut() || !found.values().stream().allMatch(String::isEmpty)) {
                    tally.row(found.line(), () -> taker.take(found.line(), checked(found)));
                    last = found;
                }
            }
        } catch (BadFileException | IOException e) {
            throw AuthorityFormatException.unreadable(file, e);
        }
        int values = last == null ? 0 : last.values().size();
        // a single value may be a note below the rows
        if (last != null && values > 1 && values < header.names().size()) {
            throw new AuthorityFormatException(file, "breaks off in its last row: line " + last.line() + " has "
                    + values + " values of " + header.names().size() + "; fetch the file again");
        }
        return new Outcome(tally.read(), tally.faults());
    }

    private List<String> checked(SplitRows.Row row) throws RowRejected {
        if (row.isCut()) {
            throw new RowRejected("", "", "the row is longer than 2 MB");
        }
        if (row.values().size() != header.names().size()) {
            throw new RowRejected("", row.values().size() + " values", "the header has " + header.names().size()
                    + " columns");
        }
        if (header.isOtherOrder(row.values())) {
            throw new AuthorityFormatException(file, "has a second header with another order of columns, on line "
                    + row.line() + ": perhaps two files were joined; deliver each by itself");
        }
        return row.values();
    }

    @Override
    public void close() {
        try {
            text.close();
        } catch (IOException e) {
            throw new AuthorityFormatException(file, "cannot be closed", e);
        }
    }
}
