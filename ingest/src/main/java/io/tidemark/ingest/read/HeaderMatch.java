package io.tidemark.ingest.read;

import io.tidemark.data.text.NearestName;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DisplayText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
        return names.stream().limit(MAX_LISTED_COUNT)
                .map(name -> DisplayText.shortened(name, MAX_LISTED)).collect(Collectors.joining(", "))
                + (names.size() > MAX_LISTED_COUNT ? " and " + (names.size() - MAX_LISTED_COUNT) + " more" : "");
    }

    /** Throws if the columns do not match the table. */
    public static void check(SourceTable table, List<String> names) throws BadFileException {
        of(table, names);
    }

    /** A row, and its match as a header. */
    record Found<T>(T row, HeaderMatch match) {}

    /**
     * Finds the first row that is the table's header.
     *
     * @throws BadFileException if no row is; names the missing columns of the best match
     */
    static <T> Found<T> first(SourceTable table, List<T> rows, Function<T, List<String>> names)
            throws BadFileException {
        BadFileException fault = new BadFileException("is empty: it has no header");
        long most = -1;
        for (T row : rows) {
            try {
                return new Found<>(row, of(table, names.apply(row)));
            } catch (BadFileException e) {
                long known = table.columns().stream().filter(c -> names.apply(row).contains(c.name())).count();
                if (known > most) {
                    most = known;
                    fault = e;
                }
            }
        }
        throw fault;
    }

    public static HeaderMatch of(SourceTable table, List<String> header) throws BadFileException {
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
                .map(SourceColumn::name).filter(name -> !seen.contains(name)).toList());
        if (!table.eitherOf().isEmpty() && table.eitherOf().stream().noneMatch(seen::contains)) {
            missing.add(String.join(" or ", table.eitherOf()));
        }
        if (!missing.isEmpty()) {
            throw new BadFileException("lacks the required column" + (missing.size() > 1 ? "s " : " ")
                    + String.join(", ", missing) + "; its header is " + listed(header) + meant(table, header));
        }
        List<Optional<SourceColumn>> columns = header.stream()
                .map(name -> table.columns().stream().filter(c -> c.name().equals(name)).findFirst()
                .or(() -> DeletedMark.of(name))).toList();
        List<String> unknown = new ArrayList<>(header);
        unknown.removeIf(name -> DeletedMark.of(name).isPresent());
        unknown.removeAll(table.columns().stream().map(SourceColumn::name).toList());
        return new HeaderMatch(columns, unknown.isEmpty() ? List.of()
                : List.of("ignored: column" + (unknown.size() > 1 ? "s " : " ") + listed(unknown)
                + meant(table, unknown)));
    }

    /** A question for each name of a header that is near to a column that the header lacks. */
    private static String meant(SourceTable table, List<String> header) {
        List<String> lacking = table.columns().stream().map(SourceColumn::name).filter(name -> !header.contains(name))
                .toList();
        List<String> known = table.columns().stream().map(SourceColumn::name).toList();
        return header.stream().filter(name -> !known.contains(name))
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
