package io.tidemark.ingest.contract;

import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
 */
public record SourceTable(String name, DeliveryPart folder, @Nullable TableContract fills, List<SourceColumn> columns,
        List<String> eitherOf, List<String> key, List<RowCheck> checks, List<NameList> lists) {

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
        return new SourceTable(name, folder, fills, columns, eitherOf, key, required, lists);
    }
}
