package io.tidemark.server.parameter;

import io.tidemark.data.text.NearestName;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.route.contract.ParameterContract;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parameter as sent, or its default. An invalid value becomes null and a fault with the allowed values.
 *
 * @param name     the parameter's name
 * @param contract its contract
 * @param text     the text as sent; null if not sent
 * @param faults   receives the faults
 */
record SentParameter(String name, ParameterContract contract, @Nullable String text, Consumer<Detail> faults) {

    private static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern SPECIES_CODE = Pattern.compile("[A-Z]{3}");
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,10}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    /** Reports a fault of a value, or of one of its items. */
    void fault(@Nullable String value, String message) {
        faults.accept(new Detail(name, value, message));
    }

    private @Nullable String textOrDefault() {
        return text == null ? contract.defaultTo() : text.strip();
    }

    /** Reads a date in any form as its first or last day; returns the given default if not sent. */
    @Nullable LocalDate date(LocalDate today, boolean start, LocalDate absent) {
        if (text == null) {
            return absent;
        }
        FlexibleDate date = FlexibleDate.parse(text, today, contract.quarters()).orElse(null);
        if (date == null) {
            fault(text, "not a date; write it as one of " + FlexibleDate.FORMS
                    + (contract.quarters() ? FlexibleDate.QUARTER_FORMS : "") + "; years are 1000 to 9999");
            return null;
        }
        return start ? date.start() : date.end();
    }

    /** Reads a date as YYYY-MM-DD only; returns the given default if not sent. */
    @Nullable LocalDate isoDate(LocalDate absent) {
        if (text == null) {
            return absent;
        }
        try {
            if (ISO_DATE.matcher(text).matches()) {
                return LocalDate.parse(text);
            }
        } catch (DateTimeParseException e) {
            // no day of the calendar
        }
        fault(text, "not a date; write it as YYYY-MM-DD, such as 2026-03-07");
        return null;
    }

    /** Reads a whole number within its bounds. */
    @Nullable Integer integer() {
        String written = textOrDefault();
        if (written == null) {
            return null;
        }
        int min = contract.min() == null ? Integer.MIN_VALUE : contract.min();
        int max = contract.max() == null ? Integer.MAX_VALUE : contract.max();
        if (!INTEGER.matcher(written).matches() || Long.parseLong(written) < min || Long.parseLong(written) > max) {
            fault(written, "must be a whole number from " + min + " to " + max);
            return null;
        }
        return Integer.valueOf(written);
    }

    /** Reads a number within its bounds. */
    @Nullable Double number() {
        String written = textOrDefault();
        if (written == null) {
            return null;
        }
        double value = NUMBER.matcher(written).matches() ? Double.parseDouble(written) : Double.NaN;
        if (contract.min() != null && contract.max() != null && value >= contract.min() && value <= contract.max()) {
            return value;
        }
        fault(written, "must be a number from " + contract.min() + " to " + contract.max());
        return null;
    }

    /** Reads true or false. */
    @Nullable Boolean bool() {
        String written = textOrDefault();
        if (written == null) {
            return null;
        }
        return switch (written.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> {
                fault(text, "must be true or false");
                yield null;
            }
        };
    }

    /** Reads one of the allowed words. */
    @Nullable String choice() {
        String written = textOrDefault();
        return written == null ? null : word(written);
    }

    /** Reads any text. */
    @Nullable String anyText() {
        return text == null ? contract.defaultTo() : text;
    }

    /** The items between commas; empty without a text. */
    List<String> items() {
        if (text == null) {
            return List.of();
        }
        List<String> items = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            if (item.isBlank()) {
                fault(text, "has an empty item; write items between single commas, or leave the parameter out");
                return List.of();
            }
            items.add(item.strip());
        }
        return items;
    }

    /** Reads the items, sorted and without duplicates; unreadable ones are left out. */
    List<String> items(Function<String, @Nullable String> reader) {
        NavigableSet<String> chosen = new TreeSet<>();
        for (String item : items()) {
            String value = reader.apply(item);
            if (value != null) {
                chosen.add(value);
            }
        }
        return List.copyOf(chosen);
    }

    /** Reads an item that must be an allowed word, in any case. */
    @Nullable String word(String item) {
        List<String> allowed = contract.values() == null ? List.of() : contract.values();
        String word = allowed.stream().filter(item::equalsIgnoreCase).findFirst().orElse(null);
        if (word == null) {
            fault(item, "must be one of " + String.join(", ", allowed) + NearestName.hint(item, allowed));
        }
        return word;
    }

    /** Reads an item that must be a species code. */
    @Nullable String species(String item) {
        String code = item.toUpperCase(Locale.ROOT);
        if (SPECIES_CODE.matcher(code).matches()) {
            return code;
        }
        fault(item, "must be a FAO species code of three letters, such as SAL or TRR");
        return null;
    }

    /** Reads an item that must be a generation. */
    @Nullable String generation(String item) {
        String code = Generation.code(item).orElse(null);
        if (code == null) {
            fault(item, "not a generation; write it like " + Generation.FORMS);
        }
        return code;
    }
}
