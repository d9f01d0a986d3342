package io.tidemark.server.parameter;

import io.tidemark.data.text.NearestName;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.route.contract.WindowPeriod;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's parameters as the route's contract declares them: typed, defaulted, resolved. It reports all errors
 * together, with the sent and the allowed values. For one request only.
 */
public final class ParameterReader {

    /**
     * Whole periods around them, and the days read before them, have years of four digits, as every engine and format
     * writes them.
     */
    private static final LocalDate BEFORE_ALL_DATA = LocalDate.of(1000, 1, 1);
    private static final LocalDate AFTER_ALL_DATA = LocalDate.of(9998, 12, 31);

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
     * @param pathValues the values of the path's variable parts
     * @param completeThrough the day up to which the data are complete; null without data
     * @throws ApiException.BadRequest with every fault
     */
    public static RequestValues read(RouteContract route, Map<String, List<String>> query,
            Map<String, String> pathValues, AreaNames areas, LocalDate today, @Nullable LocalDate completeThrough) {
        return new ParameterReader(route, areas, today).read(query, pathValues, completeThrough);
    }

    private RequestValues read(Map<String, List<String>> query, Map<String, String> pathValues,
            @Nullable LocalDate completeThrough) {
        sql.putAll(Filters.OPEN);
        List<String> known = route.parameters().keySet().stream().filter(n -> !isInPath(n)).toList();
        List<String> hints = Stream.concat(known.stream(), CommonParameters.PARAMETERS.stream()).toList();
        query.forEach((name, values) -> {
            if (!known.contains(name)) {
                fault(name, String.join(",", values), "no such parameter" + NearestName.hint(name, hints)
                        + (known.isEmpty() ? "; this route has none" : "; this route has " + String.join(", ", known)));
            } else if (values.size() != 1) {
                fault(name, String.join(" and ", values), "may be given once");
            }
        });
        route.parameters().forEach((name, parameter) -> {
            List<String> sent = query.getOrDefault(name, List.of());
            String text = parameter.inPath() ? pathValues.get(name) : sent.isEmpty() ? null : sent.getFirst();
            read(new SentParameter(name, parameter, text, faults::add));
        });
        checkOrder(query, "first_day", "last_day", "from_date", "must not be later than to_date");
        checkOrder(query, "first_day", "last_day", "start_date", "must not be later than end_date");
        checkOrder(query, "weight_range_start", "weight_range_end", "weight_range_start",
                "must not be above weight_range_end");
        checkOrder(query, "min_weight_gram", "max_weight_gram", "min_weight_gram", "must not be above max_weight_gram");
        ApiException.BadRequest.throwIfAny(faults);
        setWindow(completeThrough);
        int limit = sql.get("row_limit") instanceof Integer rows ? rows - 1 : -1;
        int offset = sql.get("offset") instanceof Integer rows ? rows : 0;
        return new RequestValues(sql, offset, limit, Boolean.TRUE.equals(sql.get("exclude_self")));
    }

    private boolean isInPath(String name) {
        ParameterContract parameter = route.parameters().get(name);
        return parameter != null && parameter.inPath();
    }

    private void read(SentParameter sent) {
        String name = sent.name();
        ParameterContract contract = sent.contract();
        switch (contract.type()) {
            case DATE_FROM -> sql.put("first_day", sent.date(today, true, today.minus(contract.back())));
            case DATE_TO -> sql.put("last_day", sent.date(today, false, today));
            case ISO_DATE_FROM -> sql.put("first_day", sent.isoDate(BEFORE_ALL_DATA));
            case ISO_DATE_TO -> sql.put("last_day", sent.isoDate(AFTER_ALL_DATA));
            case AREAS -> areas(sent, areas::resolve, areas.shown());
            case PRODUCTION_AREAS -> areas(sent, areas::productionArea, areas.productionAreas());
            case GENERATIONS -> list("generations", sent, sent::generation);
            case INTEGER -> integer(name, sent.integer());
            case NUMBER -> sql.put(name, sent.number());
            case BOOLEAN -> sql.put(name, sent.bool());
            case CHOICE -> sql.put(name, sent.choice());
            case CHOICES -> list(name, sent, sent::word);
            case TEXT -> sql.put(name, sent.anyText());
            case TEXTS -> list(name, sent, item -> item);
            case SPECIES -> list(name, sent, sent::species);
        }
    }

    // one row more than requested shows whether more rows follow
    private void integer(String name, @Nullable Integer value) {
        if (value != null && name.equals("limit")) {
            sql.put("row_limit", value + 1);
        } else {
            sql.put(name, value);
        }
    }

    private void list(String name, SentParameter sent, Function<String, @Nullable String> reader) {
        sql.put("all_" + name, sent.text() == null);
        sql.put(name, sent.items(reader));
    }

    private void areas(SentParameter sent, Function<String, Optional<NavigableSet<Integer>>> resolve,
            List<String> shown) {
        NavigableSet<Integer> chosen = new TreeSet<>();
        boolean all = sent.text() == null;
        for (String item : sent.items()) {
            if (item.equals("%")) {
                all = true;
            } else {
                resolve.apply(item).ifPresentOrElse(chosen::addAll, () -> sent.fault(item, "no such area"
                        + NearestName.hint(item, shown) + "; there are % (all), " + String.join(", ", shown)));
            }
        }
        sql.put("all_areas", all);
        sql.put("areas", all ? List.of() : List.copyOf(chosen));
    }

    private void checkOrder(Map<String, List<String>> query, String lower, String upper, String parameter,
            String message) {
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

    // a window selects whole periods, so that a week's value does not depend on the window
    private void setWindow(@Nullable LocalDate completeThrough) {
        if (route.window() != null) {
            sql.put("first_day", route.window().start(completeThrough));
            sql.put("last_day", route.window().end(completeThrough).minusDays(1));
        }
        if (sql.get("first_day") instanceof LocalDate first && sql.get("last_day") instanceof LocalDate last) {
            WindowPeriod period = route.period().of(sql);
            LocalDate start = period.start(clipped(first));
            sql.put("first_day", start);
            sql.put("last_day", period.end(clipped(last)));
            sql.put("read_from", route.lookBack().from(start, sql));
        }
    }

    /** The least and the greatest day of a client's calendar are real days, beyond which nothing is. */
    private static LocalDate clipped(LocalDate day) {
        return day.isBefore(BEFORE_ALL_DATA) ? BEFORE_ALL_DATA : day.isAfter(AFTER_ALL_DATA) ? AFTER_ALL_DATA : day;
    }

    private void fault(String name, @Nullable String value, String message) {
        faults.add(new Detail(name, value, message));
    }
}
