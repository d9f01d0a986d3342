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
        try {
            for (SplitRows.Row row = rows.next(); row != null; row = rows.next()) {
                SplitRows.Row found = row;
                // spreadsheets leave separators alone at the end
                if (found.isCut() || !found.values().stream().allMatch(String::isEmpty)) {
                    tally.row(found.line(), () -> taker.take(found.line(), checked(found)));
                }
            }
        } catch (BadFileException | IOException e) {
            throw AuthorityFormatException.unreadable(file, e);
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
