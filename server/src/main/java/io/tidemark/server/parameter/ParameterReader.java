package io.tidemark.server.parameter;

import io.tidemark.server.answer.ApiException;
import io.tidemark.server.answer.ApiException.Detail;
import io.tidemark.server.route.ParameterContract;
import io.tidemark.server.route.RouteContract;
import io.tidemark.server.route.WindowPeriod;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's parameters as the route's contract declares them: typed, defaulted, resolved. Everything that is wrong
 * is said at once, with what was sent and what is allowed. One use per request.
 */
public final class ParameterReader {

    private static final LocalDate BEFORE_ALL_DATA = LocalDate.of(0, 1, 1);
    private static final LocalDate AFTER_ALL_DATA = LocalDate.of(9999, 12, 31);
    private static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern SPECIES_CODE = Pattern.compile("[A-Z]{3}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    private final RouteContract route;
    private final AreaNames areas;
    private final LocalDate today;
    private final List<Detail> faults = new ArrayList<>();
    private final SortedMap<String, @Nullable Object> sql = new TreeMap<>();

    private ParameterReader(RouteContract route, AreaNames areas, LocalDate today) {
        this.route = route;
        this.areas = areas;
        this.today = today;
    }

    /**
     * Reads all parameters.
     *
     * @param query      query parameters, each with all its values
     * @param pathValues the path's variable parts
     * @throws ApiException.BadRequest with every fault
     */
    public static RequestValues read(RouteContract route, Map<String, List<String>> query, Map<String, String> pathValues,
            AreaNames areas, LocalDate today) {
        return new ParameterReader(route, areas, today).read(query, pathValues);
    }

    private RequestValues read(Map<String, List<String>> query, Map<String, String> pathValues) {
        List<String> known = route.parameters().keySet().stream().filter(n -> !isInPath(n)).toList();
        query.forEach((name, values) -> {
            if (!known.contains(name)) {
                fault(name, String.join(",", values), "no such parameter" + NearestName.hint(name, known)
                        + (known.isEmpty() ? "; this route has none" : "; this route has " + String.join(", ", known)));
            } else if (values.size() != 1) {
                fault(name, String.join(" and ", values), "may be given once");
            }
        });
        route.parameters().forEach((name, parameter) -> {
            List<String> sent = query.getOrDefault(name, List.of());
            String text = parameter.inPath() ? pathValues.get(name) : sent.isEmpty() ? null : sent.getFirst();
            read(name, parameter, text);
        });
        checkOrder(query, "first_day", "last_day", "from_date", "must not be later than to_date");
        checkOrder(query, "first_day", "last_day", "start_date", "must not be later than end_date");
        checkOrder(query, "weight_range_start", "weight_range_end", "weight_range_start", "must not be above weight_range_end");
        checkOrder(query, "min_weight_gram", "max_weight_gram", "min_weight_gram", "must not be above max_weight_gram");
        if (!faults.isEmpty()) {
            throw new ApiException.BadRequest(faults);
        }
        widenWindow();
        int limit = sql.get("row_limit") instanceof Integer rows ? rows - 1 : -1;
        int offset = sql.get("offset") instanceof Integer rows ? rows : 0;
        return new RequestValues(sql, offset, limit, Boolean.TRUE.equals(sql.get("exclude_self")));
    }

    private boolean isInPath(String name) {
        ParameterContract parameter = route.parameters().get(name);
        return parameter != null && parameter.inPath();
    }

    private void read(String name, ParameterContract parameter, @Nullable String text) {
        switch (parameter.type()) {
            case DATE_FROM -> sql.put("first_day", text == null
                    ? today.minus(parameter.back()) : date(name, parameter, text, true));
            case DATE_TO -> sql.put("last_day", text == null ? today : date(name, parameter, text, false));
            case ISO_DATE_FROM -> sql.put("first_day", text == null ? BEFORE_ALL_DATA : isoDate(name, text));
            case ISO_DATE_TO -> sql.put("last_day", text == null ? AFTER_ALL_DATA : isoDate(name, text));
            case AREAS -> areas(name, text, areas::resolve, areas.shown());
            case PRODUCTION_AREAS -> areas(name, text, areas::productionArea, areas.productionAreas());
            case GENERATIONS -> generations(name, text);
            case INTEGER -> integer(name, parameter, text);
            case NUMBER -> number(name, parameter, text);
            case BOOLEAN -> bool(name, parameter, text);
            case CHOICE -> choice(name, parameter, text);
            case CHOICES -> list(name, text, item -> word(name, item, parameter));
            case TEXT -> sql.put(name, text == null ? parameter.defaultTo() : text);
            case TEXTS -> list(name, text, item -> item);
            case SPECIES -> list(name, text, item -> species(name, item));
        }
    }

    private @Nullable LocalDate date(String name, ParameterContract parameter, String text, boolean start) {
        FlexibleDate date = FlexibleDate.parse(text, today, parameter.quarters()).orElse(null);
        if (date == null) {
            fault(name, text, "not a date; write it as one of " + FlexibleDate.FORMS
                    + (parameter.quarters() ? FlexibleDate.QUARTER_FORMS : ""));
            return null;
        }
        return start ? date.start() : date.end();
    }

    private @Nullable LocalDate isoDate(String name, String text) {
        try {
            return ISO_DATE.matcher(text).matches() ? LocalDate.parse(text) : refuseDate(name, text);
        } catch (DateTimeParseException e) {
            return refuseDate(name, text);
        }
    }

    private @Nullable LocalDate refuseDate(String name, String text) {
        fault(name, text, "not a date; write it as YYYY-MM-DD, such as 2026-03-07");
        return null;
    }

    private void areas(String name, @Nullable String text, Function<String, Optional<NavigableSet<Integer>>> resolve,
            List<String> shown) {
        NavigableSet<Integer> chosen = new TreeSet<>();
        boolean all = text == null;
        for (String item : items(name, text)) {
            if (item.equals("%")) {
                all = true;
            } else {
                resolve.apply(item).ifPresentOrElse(chosen::addAll, () -> fault(name, item, "no such area"
                        + NearestName.hint(item, shown) + "; there are % (all), " + String.join(", ", shown)));
            }
        }
        sql.put("all_areas", all);
        sql.put("areas", all ? List.of() : List.copyOf(chosen));
    }

    private void generations(String name, @Nullable String text) {
        NavigableSet<String> chosen = new TreeSet<>();
        for (String item : items(name, text)) {
            Generation.code(item).ifPresentOrElse(chosen::add,
                    () -> fault(name, item, "not a generation; write it like " + Generation.FORMS));
        }
        sql.put("all_generations", text == null);
        sql.put("generations", List.copyOf(chosen));
    }

    private void list(String name, @Nullable String text, Function<String, @Nullable String> reader) {
        NavigableSet<String> chosen = new TreeSet<>();
        for (String item : items(name, text)) {
            String value = reader.apply(item);
            if (value != null) {
                chosen.add(value);
            }
        }
        sql.put("all_" + name, text == null);
        sql.put(name, List.copyOf(chosen));
    }

    private @Nullable String species(String name, String item) {
        String code = item.toUpperCase(Locale.ROOT);
        if (SPECIES_CODE.matcher(code).matches()) {
            return code;
        }
        fault(name, item, "must be a FAO species code of three letters, such as SAL or TRR");
        return null;
    }

    private List<String> items(String name, @Nullable String text) {
        if (text == null) {
            return List.of();
        }
        List<String> items = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            if (item.isBlank()) {
                fault(name, text, "has an empty item; write items between single commas, or leave the parameter out");
                return List.of();
            }
            items.add(item.strip());
        }
        return items;
    }

    private void integer(String name, ParameterContract parameter, @Nullable String text) {
        String written = text == null ? parameter.defaultTo() : text.strip();
        if (written == null) {
            sql.put(name, null);
            return;
        }
        int min = parameter.min() == null ? Integer.MIN_VALUE : parameter.min();
        int max = parameter.max() == null ? Integer.MAX_VALUE : parameter.max();
        if (!written.matches("-?\\d{1,10}") || Long.parseLong(written) < min || Long.parseLong(written) > max) {
            fault(name, written, "must be a whole number from " + min + " to " + max);
            return;
        }
        int value = Integer.parseInt(written);
        if (name.equals("limit")) {
            sql.put("row_limit", value + 1);
        } else {
            sql.put(name, value);
        }
    }

    private void number(String name, ParameterContract parameter, @Nullable String text) {
        String written = text == null ? parameter.defaultTo() : text.strip();
        if (written == null) {
            sql.put(name, null);
            return;
        }
        double value = NUMBER.matcher(written).matches() ? Double.parseDouble(written) : Double.NaN;
        if (parameter.min() != null && parameter.max() != null && value >= parameter.min() && value <= parameter.max()) {
            sql.put(name, value);
        } else {
            fault(name, written, "must be a number from " + parameter.min() + " to " + parameter.max());
        }
    }

    private void bool(String name, ParameterContract parameter, @Nullable String text) {
        String written = text == null ? parameter.defaultTo() : text.strip();
        if (written == null) {
            sql.put(name, null);
            return;
        }
        switch (written.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> sql.put(name, true);
            case "false", "0" -> sql.put(name, false);
            default -> fault(name, text, "must be true or false");
        }
    }

    private void choice(String name, ParameterContract parameter, @Nullable String text) {
        String written = text == null ? parameter.defaultTo() : text.strip();
        sql.put(name, written == null ? null : word(name, written, parameter));
    }

    private @Nullable String word(String name, String written, ParameterContract parameter) {
        List<String> allowed = parameter.values() == null ? List.of() : parameter.values();
        String word = allowed.stream().filter(written::equalsIgnoreCase).findFirst().orElse(null);
        if (word == null) {
            fault(name, written, "must be one of " + String.join(", ", allowed) + NearestName.hint(written, allowed));
        }
        return word;
    }

    private void checkOrder(Map<String, List<String>> query, String lower, String upper, String parameter, String message) {
        if (route.parameters().containsKey(parameter) && compare(sql.get(lower), sql.get(upper)) > 0) {
            List<String> sent = query.getOrDefault(parameter, List.of());
            fault(parameter, sent.isEmpty() ? String.valueOf(sql.get(lower)) : sent.getFirst(),
                    message + " (" + sql.get(upper) + ")" + (sent.isEmpty() ? "; this is its default" : ""));
        }
    }

    private static int compare(@Nullable Object lower, @Nullable Object upper) {
        if (lower instanceof LocalDate from && upper instanceof LocalDate to) {
            return from.compareTo(to);
        }
        return lower instanceof Integer from && upper instanceof Integer to ? from.compareTo(to) : 0;
    }

    // a window selects whole periods: a week's value is the same whatever window asked for it
    private void widenWindow() {
        if (sql.get("first_day") instanceof LocalDate first && sql.get("last_day") instanceof LocalDate last) {
            WindowPeriod period = route.period().of(sql);
            sql.put("first_day", period.start(first));
            sql.put("last_day", period.end(last));
        }
    }

    private void fault(String name, @Nullable String value, String message) {
        faults.add(new Detail(name, value, message));
    }
}
