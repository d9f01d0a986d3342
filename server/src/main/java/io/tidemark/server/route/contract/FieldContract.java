package io.tidemark.server.route.contract;

import java.util.List;

/**
 * One field of a route's records, or one key of a field that is an object.
 *
 * @param name          field name
 * @param type          its type
 * @param decimals      decimals that a number is rounded to, half away from zero
 * @param unit          unit, or empty text
 * @param meaning       its meaning
 * @param keys          keys of an object, in order; empty for every other type
 * @param leaveOutNulls whether an object's keys without a value are left out; otherwise they are null
 */
public record FieldContract(String name, FieldType type, int decimals, String unit, String meaning,
        List<FieldContract> keys, boolean leaveOutNulls) {

    private static final String KEY_SEPARATOR = "__";

    /** Copies the keys. */
    public FieldContract {
        keys = List.copyOf(keys);
    }

    /** The number of its columns: one, or one for each key. */
    public int columns() {
        return type == FieldType.OBJECT ? keys.size() : 1;
    }

    /** The names of its columns: its own, or one for each key. */
    public List<String> columnNames() {
        return type == FieldType.OBJECT ? keys.stream().map(this::columnOf).toList() : List.of(name);
    }

    /** The column of an object's key, such as {@code mortality_rate__3_m}. */
    public String columnOf(FieldContract key) {
        return name + KEY_SEPARATOR + key.name();
    }
}
