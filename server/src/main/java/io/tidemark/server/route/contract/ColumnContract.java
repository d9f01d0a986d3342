package io.tidemark.server.route.contract;

/**
 * One column that a route's SQL must return.
 *
 * @param name  its name: a field's, or {@code field__key} for a key of an object
 * @param what  its description for messages: {@code field x} or {@code key k of x}
 * @param field the field or key that it fills
 * @param line  the line of its declaration
 * @param shown whether the route shows it; a route that shares another's SQL may omit columns
 */
public record ColumnContract(String name, String what, FieldContract field, int line, boolean shown) {}
