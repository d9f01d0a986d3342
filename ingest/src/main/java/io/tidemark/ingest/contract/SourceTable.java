package io.tidemark.ingest.contract;

import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.file.HeaderName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The contract of a delivered table.
 *
 * @param name     the table's name: the file name up to the first dash or dot
 * @param folder   the part of a delivery that contains it
 * @param fills    the lake's table that its rows fill; null for the export of a farm system
 * @param columns  its columns
 * @param eitherOf columns of which one is required; empty if there is no such choice
 * @param key      columns whose values identify a row; in a farmer's table, a row of that farmer
 * @param checks   checks of single rows, in the order in which the first fault is reported
 * @param lists    dictionary columns; in a farmer's table without lists the rows have the farmer id
 * @param header   where a file has its header
 */
public record SourceTable(String name, DeliveryPart folder, @Nullable TableContract fills, List<SourceColumn> columns,
        List<String> eitherOf, List<String> key, List<RowCheck> checks, List<NameList> lists, HeaderPlace header) {

    /**
     * Where a file has its header.
     *
     * @param row  the line or row of its last row, from 1; 0 if it is found by its names
     * @param rows the rows of which each heading is joined
     */
    public record HeaderPlace(int row, int rows) {}

    /** Copies the lists. */
    public SourceTable {
        columns = List.copyOf(columns);
        eitherOf = List.copyOf(eitherOf);
        key = List.copyOf(key);
        checks = List.copyOf(checks);
        lists = List.copyOf(lists);
    }

    /** The lake's table that its rows fill; the export of a farm system has none. */
    @Override
    public TableContract fills() {
        return Objects.requireNonNull(fills, name);
    }

    /** The staging table of the good rows, with the lake's types and dictionary numbers. */
    public String readTable() {
        return "in_" + name;
    }

    /** The view of the good rows with every column and the farmer. */
    public String goodView() {
        return "good_" + name;
    }

    /** The dictionary that encodes a column; empty without one. */
    public Optional<NameList> listOf(String column) {
        return lists.stream().filter(l -> l.columns().contains(column)).findFirst();
    }

    /** The columns without a dictionary. */
    public List<SourceColumn> plainColumns() {
        return columns.stream().filter(c -> listOf(c.name()).isEmpty()).toList();
    }

    /** Whether the rows have the farmer id themselves: true for a farmer's table without dictionaries. */
    public boolean namesFarmer() {
        return folder == DeliveryPart.FARMERS && lists.isEmpty();
    }

    /** The same for an export of a farm system, whose columns have headings of their own. */
    SourceTable headed(Map<String, String> headings, HeaderPlace place) {
        return new SourceTable(name, folder, fills, columns.stream()
                .map(c -> c.headed(headings.getOrDefault(c.name(), c.name()))).toList(), eitherOf, key, checks, lists,
                place);
    }

    /** The column of a heading, in any case. */
    public Optional<SourceColumn> called(String heading) {
        return columns.stream().filter(c -> c.isCalled(HeaderName.of(heading))).findFirst();
    }

    /** Columns, comma separated, as people write them. */
    public String headings(String names) {
        return Stream.of(names.split(", ", -1)).map(name -> called(name).map(SourceColumn::heading).orElse(name))
                .collect(Collectors.joining(", "));
    }

    /** The columns of the key, comma separated. */
    public String keyList() {
        return String.join(", ", key);
    }

    /**
     * A contract of declared columns. Those that the table of the lake has as well have their type, meaning, allowed
     * values and reference from there.
     */
    static SourceTable of(String name, DeliveryPart folder, @Nullable TableContract fills,
            Map<String, DeclaredColumn> declared, List<String> eitherOf, List<String> key, List<NameList> lists) {
        List<SourceColumn> columns = new ArrayList<>();
        List<RowCheck> required = new ArrayList<>();
        List<RowCheck> checks = new ArrayList<>();
        declared.forEach((column, of) -> {
            SourceColumn made = of.column(column, fills);
            columns.add(made);
            if (made.presence() == SourceColumn.Presence.REQUIRED) {
                required.add(new RowCheck(column, "a value is required", column + " IS NULL"));
            }
            of.checks(made, fills).forEach((reason, bad) -> checks.add(new RowCheck(column, reason, bad)));
        });
        if (!eitherOf.isEmpty()) {
            required.add(new RowCheck(eitherOf.getFirst(), "a value is required, or one of " + eitherOf.getLast(),
                    String.join(" IS NULL AND ", eitherOf) + " IS NULL"));
        }
        required.addAll(checks);
        return new SourceTable(name, folder, fills, columns, eitherOf, key, required, lists, new HeaderPlace(0, 1));
    }
}
