package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DeliveredFile.Format;
import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.file.FileScan;
import io.tidemark.ingest.file.HeaderName;
import io.tidemark.ingest.read.HeaderMatch.Found;
import io.tidemark.ingest.staging.PackedTable;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Reads a CSV file's rows unchanged into a separate table. Rows that DuckDB's reader refuses go to {@code unread_row}.
 * Works on {@link StagingDatabase#reading}, in parallel with the processing of earlier rows.
 */
record CsvReading(StagingDatabase staging) {

    private static final Pattern ISO_DAY = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}");
    private static final Set<ReadType> NUMBERS = Arrays.stream(ReadType.values()).filter(ReadType::isNumber)
            .collect(Collectors.toUnmodifiableSet());
    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");

    /** A file and the options to read it with. */
    private record Source(CsvText text, SourceTable table, HeaderMatch header, DeliveredFile readable, int number,
            char decimal) {

        Source withDecimalComma() {
            return new Source(text, table, header, readable, number, ',');
        }

        /** What cannot be read as it is, as far as the scan and the first row tell. */
        Set<ReadType> asText() throws BadFileException {
            Set<ReadType> asText = EnumSet.noneOf(ReadType.class);
            boolean wholes = text.hasDoubtfulWholes(decimal);
            boolean days = text.firstValue(header.dayColumns()).filter(day -> !ISO_DAY.matcher(day).matches())
                    .isPresent();
            boolean numbers = text.hasUnderscores();
            table.columns().stream().map(SourceColumn::type)
                    .filter(type -> (wholes && type.isWhole()) || (numbers && type.isNumber())
                    || (days && type == ReadType.DAY)).forEach(asText::add);
            if (!header.marks().isEmpty()) {
                asText.add(ReadType.TEXT);
            }
            return asText;
        }
    }

    /**
     * The result of one attempt to read a file.
     *
     * @param rows      the table with the rows
     * @param asText    the types that are texts in it
     * @param parallel  whether it read parts of the file side by side
     * @param read      how many rows there are
     * @param refused   how many rows it refused
     * @param missing   how many it did not tell of
     * @param others    the forms of values that it refused and that can be read as texts
     */
    private record Attempt(PackedTable rows, Set<ReadType> asText, boolean parallel, long read, long refused,
            long missing, OtherForms others) {

        boolean helpsToRepeat() {
            return !asText.containsAll(others.types()) || (refused <= UnreadRows.MAX_ROWS && missing > 0 && parallel);
        }

        Set<ReadType> nextAsText() {
            Set<ReadType> next = others.types();
            next.addAll(asText);
            return next;
        }
    }

    /** Which values of other forms a file was refused for. */
    private record OtherForms(boolean days, boolean wholes, boolean commas, boolean flags) {

        static final OtherForms NONE = new OtherForms(false, false, false, false);

        Set<ReadType> types() {
            Set<ReadType> types = EnumSet.noneOf(ReadType.class);
            if (days) {
                types.add(ReadType.DAY);
            }
            if (wholes) {
                types.addAll(List.of(ReadType.COUNT, ReadType.QUANTITY));
            }
            if (flags) {
                types.add(ReadType.FLAG);
            }
            return types;
        }
    }

    /**
     * Reads a file. DuckDB reads it in parallel parts of 8 to 32 MB. If DuckDB 1.5 refuses the first row of a part, it
     * silently leaves out all later rows. So this compares the number of rows with the scan, and reads the file again
     * as one part if rows are missing.
     *
     * @param number the file's number in this ingest
     */
    RowsAsRead read(CsvText delivered, SourceTable table, int number) throws BadFileException {
        long start = System.nanoTime();
        // find the header, which need not be the first line
        Found header = HeaderMatch.first(table, delivered.heads(), delivered.scan().leadingLines(),
                hasRows(delivered.file().format()) ? table.header().row() : 0);
        CsvText text = delivered.headedBy(header.row());
        List<String> notes = new ArrayList<>(header.match().notes());
        if (header.row().line() > 1) {
            notes.add("its header is on line " + text.scan().lines().lineOfUnit(1));
        }
        Source source = new Source(text, table, header.match(),
                text.readable(staging.folder(), number, staging::checkCancelled), number,
                text.hasDecimalComma(header.match().numberColumns(), header.match().wholeColumns(),
                staging::checkCancelled) ? ',' : '.');
        text.doubtfulFraction(header.match().amountColumns())
                .ifPresent(value -> notes.add("its fractions can all be thousands, such as " + value
                + ": they were read as fractions"));
        if (staging.explains(delivered.file()) && isItsOwn(table, delivered.file())) {
            notes.addAll(explanation(source, header));
        }
        // a word for nothing may stand in any column
        Attempt last = attempt(source, staging.wordsForNothing().isEmpty()
                ? source.asText() : EnumSet.allOf(ReadType.class), true);
        // read again as long as that helps: with decimal commas, with more columns as text, or as one part
        boolean commas = commasDecide(last, source);
        while (commas || last.helpsToRepeat()) {
            last.rows().drop(staging.reading());
            dropRefused(number);
            Set<ReadType> asText = last.nextAsText();
            if (commas) {
                source = source.withDecimalComma();
                asText.addAll(NUMBERS);
                notes.add("its numbers have decimal commas, in quotes");
            }
            last = attempt(source, asText, last.parallel() && last.missing() <= 0);
            commas = commasDecide(last, source);
        }
        // keep the lines that DuckDB refused, with their reasons
        long[] refused = last.refused() > 0 ? keepRefused(table, number, source) : new long[0];
        dropRefused(number);
        PackedTable rows = staging.fileRows(number);
        long count = last.read();
        long deleted = 0;
        try {
            // convert columns that were read as text, then cut sums and notes below the rows
            check(source, last);
            if (!last.asText().isEmpty()) {
                refused = new TextColumns(staging.reading(), table, source.header().marks(), last.asText(),
                        source.decimal(), staging.wordsForNothing())
                        .convert(last.rows(), rows, number, text.scan().lines(), refused);
                last.rows().drop(staging.reading());
                count = count(rows);
            }
            if (!source.header().marks().isEmpty()) {
                deleted = SQL.get("leave_out_deleted").with("number", number).with("reason", DeletedMark.DELETED)
                        .run(staging.reading());
                notes.add("left out: " + deleted + (deleted == 1 ? " row" : " rows") + " that "
                        + source.header().marks().stream().map(SourceColumn::name)
                        .collect(Collectors.joining(" or ")) + " marks as deleted");
            }
            if (refused.length > deleted) {
                checkSecondHeader(source);
            }
            LastRows.Left left = new LastRows(staging.reading(), table)
                    .cut(text, source.header(), number, rows, count, refused, staging::checkCancelled);
            count = left.count();
            refused = Arrays.copyOf(refused, left.refused());
            notes.addAll(left.notes());
        } catch (BadFileException e) {
            SQL.get("drop_unread").with("number", number).run(staging.reading());
            last.rows().drop(staging.reading());
            throw e;
        }
        return new RowsAsRead(text, number, rows, count, refused.length - deleted,
                text.scan().lines().without(refused), notes, (System.nanoTime() - start) / 1e9);
    }

    // rows that a mapping makes of the file are none of its own
    private static boolean isItsOwn(SourceTable table, DeliveredFile file) {
        return !SourceTables.all().contains(table) || table.name().equalsIgnoreCase(file.table());
    }

    private static List<String> explanation(Source source, Found header) {
        Format format = source.text().file().format();
        List<String> notes = new ArrayList<>(List.of("read as " + source.table().name() + " from " + format.name()
                + (format == Format.CSV ? ", with " + source.text().delimiter() + " between values" : "")
                + (format != Format.CSV ? "" : source.decimal() == ',' ? ", decimal commas" : ", decimal points")
                + (hasRows(format) ? ", its header on line " + source.text().scan().lines().lineOfUnit(1) : "")));
        for (int i = 0; i < header.names().size(); i++) {
            String written = header.names().get(i).strip();
            source.header().columns().get(i).ifPresent(column -> notes.add("column " + written
                    + (column.heading().equals(written) ? "" : " as " + column.heading()) + ": " + column.meaning()
                    + " (" + column.type().inWords() + ")"));
        }
        return notes;
    }

    // the copy of another format begins with its header
    private static boolean hasRows(Format format) {
        return format == Format.CSV || format == Format.XLSX;
    }

    // a file with commas between its values may have quoted numbers with decimal commas:
    // then all numbers are read as texts
    private boolean commasDecide(Attempt last, Source source) throws BadFileException {
        return last.others().commas() && source.decimal() == '.'
                && source.text().hasQuotedDecimalComma(source.header().numberColumns(), staging::checkCancelled);
    }

    private void check(Source source, Attempt read) throws BadFileException {
        FileScan scan = source.text().scan();
        if (read.refused() > UnreadRows.MAX_ROWS) {
            throw UnreadRows.tooMany(SQL.get("first_unread").with("number", source.number())
                    .list(staging.reading(), row -> new CsvCopy.UnreadRow(
                    scan.lines().lineOfUnit(row.getLong(1)), row.getString(2), row.getString(3), row.getString(4)))
                    .getFirst());
        }
        if (read.missing() > 0) {
            throw new BadFileException("cannot be read as CSV: " + read.missing() + " of its " + scan.rows()
                    + " rows are not found; perhaps quotes are misplaced");
        }
    }

    // a header among the rows: if its columns have another order, all values below it stand under wrong names
    private void checkSecondHeader(Source source) throws BadFileException {
        if (SQL.get("unread_values").with("number", source.number()).list(staging.reading(), row -> row.getString(1))
                .stream().noneMatch(value -> source.table().called(value).isPresent())) {
            return;
        }
        List<String> first = new ArrayList<>();
        List<Long> other = new ArrayList<>();
        source.text().each(row -> {
            List<String> values = row.getFields().stream().map(HeaderName::of).toList();
            if (first.isEmpty()) {
                first.addAll(values);
            } else if (!values.equals(first) && Set.copyOf(values).equals(Set.copyOf(first))) {
                other.add(row.getStartingLineNumber());
            }
            return other.isEmpty();
        });
        if (!other.isEmpty()) {
            throw new BadFileException("has a second header with another order of columns, on line "
                    + (source.text().scan().leadingLines() + other.getFirst())
                    + ": perhaps two files were joined; deliver each by itself");
        }
    }

    private long count(PackedTable rows) {
        return staging.reading().number("SELECT count(*) FROM " + rows.name());
    }

    private Attempt attempt(Source source, Set<ReadType> asText, boolean parallel) throws BadFileException {
        int number = source.number();
        PackedTable rows = asText.isEmpty() ? staging.fileRows(number) : staging.fileTexts(number);
        String columns = Stream.concat(source.table().columns().stream(), source.header().marks().stream())
                .map(c -> (source.header().has(c) ? TextColumns.kept(c, staging.wordsForNothing())
                : "CAST(NULL AS " + HeaderMatch.duckdbType(c, asText) + ")") + " AS " + c.name())
                .collect(Collectors.joining(", "));
        SqlStatement sql = SQL.get("csv").part("columns", columns).part("types", source.header().duckdbColumns(asText))
                .part("delimiter", SqlLiteral.of(String.valueOf(source.text().delimiter())))
                .part("packing", SqlLiteral.of(source.readable().packing().duckdbName()))
                // numbers with a decimal comma between commas are texts
                .part("decimal", SqlLiteral.of(source.text().delimiter() == ','
                ? "." : String.valueOf(source.decimal())))
                .part("parallel", Boolean.toString(parallel))
                .part("refused", SqlLiteral.of("refused_" + number)).part("scanned", SqlLiteral.of("scanned_" + number))
                .with("file", source.readable().path().toString());
        try {
            rows.make(staging.reading(), sql);
            // few files have refused rows, and the queries about them take longer than reading a small file
            boolean anyRefused = staging.reading().hasRows("refused_" + number);
            long refused = anyRefused ? SQL.get("refused_count").part("refused", "refused_" + number)
                    .number(staging.reading()) : 0;
            long read = count(rows);
            OtherForms others = anyRefused ? otherForms(source.table(), number) : OtherForms.NONE;
            return new Attempt(rows, asText, parallel, read, refused, source.text().scan().rows() - read - refused,
                    others);
        } catch (EngineException e) {
            throw readingFault(e, source.readable());
        }
    }

    private OtherForms otherForms(SourceTable table, int number) {
        return SQL.get("other_forms").part("refused", "refused_" + number)
                .part("days", columns(table, type -> type == ReadType.DAY))
                .part("wholes", columns(table, ReadType::isWhole)).part("numbers", columns(table, ReadType::isNumber))
                .part("flags", columns(table, type -> type == ReadType.FLAG))
                .first(staging.reading(), row -> new OtherForms(row.getBoolean(1), row.getBoolean(2),
                row.getBoolean(3), row.getBoolean(4)))
                .orElseThrow();
    }

    // SQL: the names of those columns; there is no column without a name
    private static String columns(SourceTable table, Predicate<ReadType> which) {
        return Stream.concat(table.columns().stream().filter(c -> which.test(c.type())).map(SourceColumn::name),
                Stream.of("")).map(SqlLiteral::of).collect(Collectors.joining(", "));
    }

    private void dropRefused(int number) {
        staging.reading().runAll(List.of("DROP TABLE refused_" + number, "DROP TABLE scanned_" + number));
    }

    // an input error is the file's fault; a lack of memory or disk, or an internal error, is not
    static BadFileException readingFault(EngineException e, DeliveredFile file) throws BadFileException {
        String message = e.firstLine();
        if (e.kind() == EngineException.Kind.INPUT) {
            return new BadFileException("cannot be read as CSV: " + message, e);
        }
        // such as data after the end of the compressed part
        if (message.matches("IO Error: (Input is not a GZIP|Unsupported GZIP|Failed to decode gzip).*")) {
            return new BadFileException("is not a whole gzip file: " + message.substring("IO Error: ".length()), e);
        }
        if (e.kind() == EngineException.Kind.NOT_READ || e.kind() == EngineException.Kind.NOT_WRITTEN) {
            checkStillThere(file);
        }
        throw e;
    }

    // a sender may delete or close a file after it was scanned
    private static void checkStillThere(DeliveredFile file) throws BadFileException {
        try (InputStream _ = file.open()) {
            // the file opens: the fault is not in the file
        } catch (IOException e) {
            throw BadFileException.of(e);
        }
    }

    private long[] keepRefused(SourceTable table, int number, Source source) {
        DuckSession session = staging.reading();
        String allowed = table.columns().stream().map(c -> " WHEN '" + c.name() + "' THEN "
                + TextColumns.reason(c.type(), "value", source.decimal())).collect(Collectors.joining());
        SQL.get("keep_refused").with("number", number).part("allowed", allowed).part("refused", "refused_" + number)
                .part("delimiter", SqlLiteral.of(String.valueOf(source.text().delimiter())))
                .run(session);
        LongStream.Builder units = LongStream.builder();
        SQL.get("refused_units").with("number", number).each(session, row -> units.add(row.getLong(1)));
        return units.build().toArray();
    }
}
