package io.tidemark.ingest.read;

import io.tidemark.data.text.NearestName;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.file.CsvText.Head;
import io.tidemark.ingest.file.HeaderName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A file's header matched to the contract.
 * @param columns the contract's column for each column of the file; empty for an ignored one
 * @param notes   remarks for people about ignored columns
 */
public record HeaderMatch(List<Optional<SourceColumn>> columns, List<String> notes) {

    /** The maximum number of columns; a file with more is no table. */
    static final int MAX_COLUMNS = 1_000;

    private static final int MAX_LISTED_COUNT = 30;
    private static final int MAX_LISTED = 60;
    private static final int MAX_MEANT = 5;
    /** Of names up to this length one letter may differ: many ordinary words are two letters apart. */
    private static final int SHORT = 5;

    static BadFileException tooMany(int columns) {
        return new BadFileException("has " + columns + " columns, more than " + MAX_COLUMNS + ": this is no table");
    }

    /** Names for people, limited in number and length. */
    static String listed(List<String> names) {
        return names.stream().limit(MAX_LISTED_COUNT).map(String::strip)
                .map(name -> DisplayText.shortened(name, MAX_LISTED)).collect(Collectors.joining(", "))
                + (names.size() > MAX_LISTED_COUNT ? " and " + (names.size() - MAX_LISTED_COUNT) + " more" : "");
    }

    /** Throws if the columns do not match the table. */
    public static void check(SourceTable table, List<String> names) throws BadFileException {
        of(table, names);
    }

    /** A row, the headings that it is the last row of, and their match. */
    record Found(Head row, List<String> names, HeaderMatch match) {}

    /**
     * Finds the first row that is the table's header.
     *
     * @param above the number of lines above the first that a row can have
     * @param at    the line of the header, from 1; 0 if it is found by its names
     * @throws BadFileException if no row is; names the row that looks most like one, and what it lacks
     */
    static Found first(SourceTable table, List<Head> rows, long above, int at) throws BadFileException {
        BadFileException fault = new BadFileException(at == 0 ? "is empty: it has no header"
                : "has no values on line " + at + ", which the mapping's header_row names");
        long most = -1;
        for (Head row : rows) {
            if (at > 0 && at != row.line() + above) {
                continue;
            }
            List<String> names = row.names(table.header().rows());
            try {
                return new Found(row, names, of(table, names, row.line() + above == 1 ? "its header"
                        : "the row that looks most like its header, on line " + (row.line() + above) + ","));
            } catch (BadFileException e) {
                long known = names.stream().filter(name -> table.called(name).isPresent()).count();
                long like = known * MAX_COLUMNS + names.stream().filter(name -> !name.isBlank()).count();
                if (like > most) {
                    most = like;
                    fault = e;
                }
            }
        }
        throw fault;
    }

    /** Matches a header, as it is written, to a table. */
    public static HeaderMatch of(SourceTable table, List<String> header) throws BadFileException {
        return of(table, header, "its header");
    }

    private static HeaderMatch of(SourceTable table, List<String> written, String called) throws BadFileException {
        List<String> header = written.stream().map(HeaderName::of).toList();
        if (header.size() > MAX_COLUMNS) {
            throw tooMany(header.size());
        }
        Set<String> seen = new HashSet<>();
        for (String name : header) {
            if (!seen.add(name) && !name.isEmpty()) {
                throw new BadFileException("has the column " + listed(List.of(name)) + " twice");
            }
        }
        List<String> missing = new ArrayList<>(table.columns().stream()
                .filter(c -> c.presence() != SourceColumn.Presence.OPTIONAL)
                .filter(c -> seen.stream().noneMatch(c::isCalled)).map(SourceColumn::heading).toList());
        if (!table.eitherOf().isEmpty() && table.eitherOf().stream().noneMatch(seen::contains)) {
            missing.add(String.join(" or ", table.eitherOf()));
        }
        if (!missing.isEmpty()) {
            throw new BadFileException("lacks the required column" + (missing.size() > 1 ? "s " : " ")
                    + String.join(", ", missing) + "; " + called + " is " + listed(written) + joined(written)
                    + meant(table, written));
        }
        List<Optional<SourceColumn>> columns = header.stream()
                .map(name -> table.called(name).or(() -> DeletedMark.of(name))).toList();
        List<String> unknown = IntStream.range(0, columns.size()).filter(i -> columns.get(i).isEmpty())
                .mapToObj(written::get).map(String::strip).toList();
        return new HeaderMatch(columns, unknown.isEmpty() ? List.of()
                : List.of("ignored: column" + (unknown.size() > 1 ? "s " : " ") + listed(unknown)
                + meant(table, unknown)));
    }

    // what a header of a single name is
    private static String joined(List<String> written) {
        String all = String.join("\n", written);
        return all.indexOf('\n') >= 0 ? "" : all.indexOf('\t') >= 0
                ? "; its values are separated by tabs: write commas or semicolons" : all.matches(".*[,;].*")
                ? "; each line stands in one pair of quotes: save the file without them" : "";
    }

    /** A question for each name of a header that is near to a column that the header lacks. */
    private static String meant(SourceTable table, List<String> header) {
        List<String> lacking = table.columns().stream()
                .filter(c -> header.stream().map(HeaderName::of).noneMatch(c::isCalled)).map(SourceColumn::heading)
                .toList();
        return header.stream().map(String::strip).filter(name -> table.called(name).isEmpty())
                .flatMap(name -> NearestName.of(name, lacking, name.length() > SHORT ? 2 : 1).stream()
                        .map(near -> "; is " + listed(List.of(name)) + " meant as " + near + "?"))
                .limit(MAX_MEANT).collect(Collectors.joining());
    }

    /** The columns that mark deleted rows. */
    List<SourceColumn> marks() {
        return columns.stream().flatMap(Optional::stream).filter(DeletedMark::is).toList();
    }

    /** The positions of the columns that hold numbers. */
    List<Integer> numberColumns() {
        return columnsThat(ReadType::isNumber);
    }

    /** The positions of the columns that hold whole numbers. */
    List<Integer> wholeColumns() {
        return columnsThat(ReadType::isWhole);
    }

    /** The positions of the columns that hold numbers with fractions. */
    List<Integer> amountColumns() {
        return columnsThat(type -> type.isNumber() && !type.isWhole());
    }

    /** The positions of the columns that hold days. */
    List<Integer> dayColumns() {
        return columnsThat(type -> type == ReadType.DAY);
    }

    private List<Integer> columnsThat(Predicate<ReadType> fits) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).map(c -> fits.test(c.type())).orElse(false)).boxed().toList();
    }

    boolean has(SourceColumn column) {
        return columns.contains(Optional.of(column));
    }

    /** The DuckDB type that a column is read as. */
    static String duckdbType(SourceColumn column, Set<ReadType> asText) {
        return asText.contains(column.type()) ? "VARCHAR" : column.type().duckdbType();
    }

    /**
     * The columns for DuckDB's CSV reader: names of the contract, or generated ones, never the file's own.
     *
     * @param asText the types read as text, see {@link TextColumns}
     */
    String duckdbColumns(Set<ReadType> asText) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int position = i;
            parts.add(columns.get(i).map(c -> "'" + c.name() + "': '" + duckdbType(c, asText) + "'")
                    .orElseGet(() -> "'unknown_" + position + "': 'VARCHAR'"));
        }
        return parts.stream().collect(Collectors.joining(", ", "{", "}"));
    }
}
