package io.tidemark.server.live;

import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteContract;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a route, and by whom.
 *
 * @param group       the caller's farmer group; empty for an analyst
 * @param from        first day asked for; null where the route has no window
 * @param to          last day asked for
 * @param areas       production areas; all when empty
 * @param generations generations; all when empty
 * @param others      parameters that change no cell, or are a route's own, by name
 */
record Question(String caller, String group, boolean excludeSelf, @Nullable LocalDate from, @Nullable LocalDate to,
        Set<Integer> areas, Set<String> generations, int lightest, int heaviest, Map<String, String> others) {

    private static final int NO_LIMIT = 15_000;
    /** More often those, and there, where few groups have fish. */
    private static final List<String> CALLERS = List.of("F1", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F8",
            "F8");
    private static final int[] AREAS = {3, 4, 6, 7, 9, 9, 9, 9};
    private static final List<Integer> WIDTHS = List.of(100, 250, 700, 1500, 5000);

    /** Anything that the route takes, of anybody whom it admits. */
    static Question random(Random random, RouteContract route) {
        Set<String> taken = route.parameters().keySet();
        // benchmarks by temperature are for farmers
        boolean farmer = random.nextInt(5) > 0 || route.path().startsWith("/v2/feeding");
        String company = CALLERS.get(random.nextInt(CALLERS.size()));
        LocalDate from = null;
        LocalDate to = null;
        if (taken.contains("from_date")) {
            from = RandomDelivery.BEGIN.plusDays(random.nextInt(random.nextInt(3) == 0 ? 50 : 780));
            to = from.plusDays(random.nextInt(random.nextBoolean() ? 5 : 90));
        }
        Set<Integer> areas = new TreeSet<>();
        if (taken.contains("areas") && random.nextInt(3) > 0) {
            random.ints(1 + random.nextInt(2), 0, AREAS.length).forEach(i -> areas.add(AREAS[i]));
        }
        Set<String> generations = new TreeSet<>();
        if (taken.contains("generations") && random.nextInt(3) == 0) {
            generations.add(random.nextBoolean() ? "V2025" : "H2025");
        }
        boolean weighed = taken.contains("weight_range_start") && random.nextInt(3) == 0;
        int lightest = weighed ? 1 + random.nextInt(2000) : 0;
        Map<String, String> others = new LinkedHashMap<>();
        route.parameters().forEach((name, parameter) -> {
            if (parameter.type() == ParameterType.CHOICE && (farmer || !name.equals("own"))) {
                List<String> values = Objects.requireNonNull(parameter.values());
                others.put(name, values.get(random.nextInt(values.size())));
            }
        });
        if (taken.contains("weight_bucket")) {
            others.put("weight_bucket", WIDTHS.get(random.nextInt(WIDTHS.size())).toString());
        }
        if (taken.contains("number_of_categories")) {
            others.put("number_of_categories", String.valueOf(1 + random.nextInt(5)));
            others.put("period", String.valueOf(1 + random.nextInt(6)));
        }
        boolean excludeSelf = farmer && taken.contains("exclude_self") && random.nextBoolean();
        return new Question(farmer ? "farmer:" + company : "analyst",
                farmer ? Objects.requireNonNull(RandomDelivery.groups().get(company)) : "", excludeSelf, from, to,
                areas, generations, lightest, weighed ? lightest + random.nextInt(2500) : NO_LIMIT, others);
    }

    /** The same over all of the data; where causes are ranked, of all that have losses. */
    Question ofAllDays() {
        Map<String, String> all = new LinkedHashMap<>(others);
        all.replace("number_of_categories", "100");
        all.replace("loss_type", "loss");
        return new Question(caller, group, excludeSelf, from == null ? null : RandomDelivery.BEGIN,
                from == null ? null : RandomDelivery.END, areas, generations, lightest, heaviest, all);
    }

    /** The same over some days. */
    Question over(@Nullable LocalDate first, @Nullable LocalDate last) {
        return new Question(caller, group, excludeSelf, first, last, areas, generations, lightest, heaviest, others);
    }

    /** The query's text. */
    String query() {
        Map<String, String> values = new LinkedHashMap<>(others);
        if (from != null) {
            values.put("from_date", String.valueOf(from));
            values.put("to_date", String.valueOf(to));
        }
        if (!areas.isEmpty()) {
            values.put("areas", areas.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        if (!generations.isEmpty()) {
            values.put("generations", String.join(",", generations));
        }
        if (lightest > 0) {
            values.put("weight_range_start", String.valueOf(lightest));
            values.put("weight_range_end", String.valueOf(heaviest));
        }
        if (excludeSelf) {
            values.put("exclude_self", "true");
        }
        return values.entrySet().stream().map(v -> v.getKey() + "=" + v.getValue())
                .collect(Collectors.joining("&", "?", ""));
    }
}
