package io.tidemark.server.route;

/**
 * One field of a route's records.
 *
 * @param name     field name
 * @param type     its type
 * @param decimals decimals that a number is rounded to, half away from zero
 * @param unit     unit, or empty text
 * @param meaning  what it says
 */
public record FieldContract(String name, FieldType type, int decimals, String unit, String meaning) {}
