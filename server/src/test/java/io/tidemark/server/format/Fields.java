package io.tidemark.server.format;

import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Contracts and rows for tests. */
final class Fields {

    private Fields() {}

    /** A field of a type; numbers have two decimals. */
    static FieldContract field(String name, FieldType type) {
        return new FieldContract(name, type, type == FieldType.NUMBER ? 2 : 0, "", "", List.of(), false);
    }

    /** An object whose keys are null where they have no value. */
    static FieldContract object(String name, FieldContract... keys) {
        return new FieldContract(name, FieldType.OBJECT, 0, "", "", List.of(keys), false);
    }

    /** An object whose keys are left out where they have no value. */
    static FieldContract sparse(String name, FieldContract... keys) {
        return new FieldContract(name, FieldType.OBJECT, 0, "", "", List.of(keys), true);
    }

    /** A row of these values. */
    static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
