package io.tidemark.ingest.contract;

import io.tidemark.data.table.Column;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.SourceColumn.Presence;
import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The contract of a delivered table.
 *
 * @param name     the table's name: the file name up to the first dash or dot
 * @param folder   the part of a delivery that contains it
 * @param columns  its columns
 * @param eitherOf columns of which one is required; empty if there is no such choice
 * @param key      columns whose values identify a row; in a farmer's table, a row of that farmer
 * @param checks   checks of single rows, in the order in which the first fault is reported
 * @param lists    dictionary columns; in a farmer's table without lists the rows have the farmer id
 */
public record SourceTable(String name, DeliveryPart folder, List<SourceColumn> columns, List<String> eitherOf,
        List<String> key, List<RowCheck> checks, List<NameList> lists) {

    /** Copies the lists. */
    public SourceTable {
        columns = List.copyOf(columns);
        eitherOf = List.copyOf(eitherOf);
        key = List.copyOf(key);
        checks = List.copyOf(checks);
        lists = List.copyOf(lists);
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

    /** Starts a contract. */
    static Builder table(DeliveryPart folder, String name) {
        return new Builder(folder, name, null);
    }

    /**
     * Starts a contract whose columns default to those of a lake table: types, meanings, allowed values, references.
     */
    static Builder table(DeliveryPart folder, String name, TableContract lake) {
        return new Builder(folder, name, lake);
    }

    /** Collects the parts of a contract in reading order. */
    static final class Builder {
        private final DeliveryPart folder;
        private final String name;
        private final @Nullable TableContract lake;
        private final List<SourceColumn> columns = new ArrayList<>();
        private final List<RowCheck> required = new ArrayList<>();
        private final List<RowCheck> checks = new ArrayList<>();
        private final List<NameList> lists = new ArrayList<>();
        private List<String> eitherOf = List.of();

        private Builder(DeliveryPart folder, String name, @Nullable TableContract lake) {
            this.folder = folder;
            this.name = name;
            this.lake = lake;
        }

        /** Adds columns of the lake table that are required, with a value in every row. */
        Builder required(String... names) {
            for (String column : names) {
                required.add(new RowCheck(column, "a value is required", column + " IS NULL"));
                add(column, Presence.REQUIRED);
            }
            return this;
        }

        /** Adds a column of the lake table that is required but may be empty. */
        Builder mayBeEmpty(String column) {
            return add(column, Presence.MAY_BE_EMPTY);
        }

        /** Adds optional columns of the lake table. */
        Builder optional(String... names) {
            for (String column : names) {
                add(column, Presence.OPTIONAL);
            }
            return this;
        }

        private Builder add(String column, Presence presence) {
            Column held = Objects.requireNonNull(lake).column(column);
            add(column, ReadType.of(held.type()), presence, held.meaning());
            SourceColumn last = columns.removeLast();
            columns.add(new SourceColumn(last.name(), last.type(), presence, last.normal(), last.stored(),
                    last.meaning(), held.known()));
            return held.allowed().isEmpty() ? this : oneOf(held.allowed());
        }

        Builder required(String column, ReadType type, String meaning) {
            required.add(new RowCheck(column, "a value is required", column + " IS NULL"));
            return add(column, type, Presence.REQUIRED, meaning);
        }

        Builder mayBeEmpty(String column, ReadType type, String meaning) {
            return add(column, type, Presence.MAY_BE_EMPTY, meaning);
        }

        Builder optional(String column, ReadType type, String meaning) {
            return add(column, type, Presence.OPTIONAL, meaning);
        }

        private Builder add(String column, ReadType type, Presence presence, String meaning) {
            String trimmed = "nullif(trim(" + column + "), '')";
            String normal = switch (type) {
                case TEXT, TIME -> trimmed;
                case INSTANT -> "instant_text(" + trimmed + ")";
                default -> column;
            };
            String stored = switch (type) {
                case COUNT -> "CAST(" + column + " AS INTEGER)";
                case QUANTITY -> "CAST(" + column + " AS BIGINT)";
                case TIME -> "norwegian_second(" + column + ")";
                case INSTANT -> "CAST(CAST(" + column + " AS TIMESTAMPTZ) AS TIMESTAMP)";
                default -> column;
            };
            columns.add(new SourceColumn(column, type, presence, normal, stored, meaning, null));
            switch (type) {
                case COUNT -> check("must be a whole number from 0 to 2147483647",
                        column + " NOT BETWEEN 0 AND 2147483647 OR " + column + " <> trunc(" + column + ")");
                case QUANTITY -> check("must be a whole number below 10^15 in size", column
                        + " NOT BETWEEN -1e15 AND 1e15 OR " + column + " <> trunc(" + column + ")");
                case INSTANT -> check("must be " + type.inWords(),
                        column + " IS NOT NULL AND (contains(" + column + ", '/') OR TRY_CAST(" + column
                        + " AS TIMESTAMPTZ) IS NULL)");
                case TIME -> check("must be " + type.inWords(), column + " IS NOT NULL AND norwegian_second(" + column
                        + ") IS NULL");
                case DAY -> check("is before 1990-01-01", column + " < DATE '1990-01-01'");
                default -> { }
            }
            return this;
        }

        /** Adds a check of the last column. */
        Builder check(String reason, String bad) {
            checks.add(new RowCheck(columns.getLast().name(), reason, bad));
            return this;
        }

        /** Requires the last column's day to be today or earlier. */
        Builder notAfterToday() {
            return check("is after today", columns.getLast().name() + " > $today");
        }

        /** Requires the last column to lie between two numbers, both included. */
        Builder from(String low, String high, String unit) {
            return check("must be from " + low + " to " + high + unit,
                    columns.getLast().name() + " NOT BETWEEN " + low + " AND " + high);
        }

        /** Sets the SQL that makes the last column's value in the lake. */
        Builder stored(String sql) {
            SourceColumn last = columns.removeLast();
            columns.add(new SourceColumn(last.name(), last.type(), last.presence(), last.normal(), sql, last.meaning(),
                    last.known()));
            return this;
        }

        /** Sets the SQL that normalises the last column's value. */
        Builder normal(String sql) {
            SourceColumn last = columns.removeLast();
            columns.add(new SourceColumn(last.name(), last.type(), last.presence(), sql, last.stored(), last.meaning(),
                    last.known()));
            return this;
        }

        /** Requires the last column to be one of these words, in any case. */
        private Builder oneOf(List<String> words) {
            SourceColumn last = columns.getLast();
            StringBuilder spelled = new StringBuilder("CASE lower(").append(last.normal()).append(")");
            for (String word : words) {
                spelled.append(" WHEN lower('").append(word).append("') THEN '").append(word).append("'");
            }
            String all = words.stream().map(w -> "'" + w + "'").collect(Collectors.joining(", "));
            return normal(spelled.append(" ELSE ").append(last.normal()).append(" END").toString())
                    .check("must be one of " + String.join(", ", words), last.name() + " NOT IN (" + all + ")");
        }

        /** Requires one of two columns, with a value. */
        Builder eitherOf(String first, String second) {
            eitherOf = List.of(first, second);
            required.add(new RowCheck(first, "a value is required, or one of " + second,
                    first + " IS NULL AND " + second + " IS NULL"));
            return this;
        }

        /** Encodes columns with a dictionary. */
        Builder numbered(String list, String... names) {
            lists.add(new NameList(list, List.of(names)));
            return this;
        }

        SourceTable key(String... names) {
            List<RowCheck> all = new ArrayList<>(required);
            all.addAll(checks);
            return new SourceTable(name, folder, columns, eitherOf, List.of(names), all, lists);
        }
    }
}
