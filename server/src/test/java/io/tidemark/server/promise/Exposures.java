package io.tidemark.server.promise;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * What follows from sums by adding and subtracting: linear algebra over exact whole numbers. A combination of sums
 * exposes two groups when it has something of them in it and nothing of any other group; what the attacker has itself
 * it knows, and takes away.
 *
 * @param <T> what is summed
 */
final class Exposures<T> {

    private static final IntUnaryOperator NUMBER = column -> 0;

    private final Function<T, String> groupOf;
    private final String own;
    /** Things of one group that are always summed together are one column. */
    private final List<String> columnGroup = new ArrayList<>();
    private final List<String> columnName = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final List<Row> basis = new ArrayList<>();

    /** A row of whole numbers, by column, and the answers that it is a combination of. */
    private record Row(Map<Integer, BigInteger> cells, Map<Integer, BigInteger> from) {

        boolean isZero() {
            return cells.isEmpty();
        }

        BigInteger at(int column) {
            return cells.getOrDefault(column, BigInteger.ZERO);
        }

        /** This, less so much of another that a column becomes zero; divided by what all numbers have in common. */
        Row without(Row other, int column) {
            BigInteger mine = at(column);
            BigInteger its = other.at(column);
            BigInteger common = mine.gcd(its);
            Row row = new Row(combined(cells, its.divide(common), other.cells, mine.divide(common)),
                    combined(from, its.divide(common), other.from, mine.divide(common)));
            return row.divided();
        }

        private Row divided() {
            BigInteger common = BigInteger.ZERO;
            for (BigInteger each : cells.values()) {
                common = common.gcd(each);
            }
            for (BigInteger each : from.values()) {
                common = common.gcd(each);
            }
            BigInteger by = common;
            if (by.compareTo(BigInteger.ONE) > 0) {
                cells.replaceAll((column, value) -> value.divide(by));
                from.replaceAll((column, value) -> value.divide(by));
            }
            return this;
        }

        private static Map<Integer, BigInteger> combined(Map<Integer, BigInteger> a, BigInteger timesA,
                Map<Integer, BigInteger> b, BigInteger timesB) {
            Map<Integer, BigInteger> sum = new HashMap<>();
            a.forEach((column, value) -> sum.put(column, value.multiply(timesA)));
            b.forEach((column, value) -> sum.merge(column, value.multiply(timesB).negate(), BigInteger::add));
            sum.values().removeIf(value -> value.signum() == 0);
            return sum;
        }
    }

    private Exposures(Map<Set<T>, String> sums, Function<T, String> groupOf, String own) {
        this.groupOf = groupOf;
        this.own = own;
        List<Map<Integer, BigInteger>> rows = rows(sums);
        for (int i = 0; i < rows.size(); i++) {
            add(new Row(rows.get(i), new HashMap<>(Map.of(i, BigInteger.ONE))));
        }
    }

    /**
     * Adds a row to the basis, if it does not follow from it; fully reduced, since the rows are then small: mostly
     * single atoms.
     */
    private boolean add(Row row) {
        Row rest = reduced(row, basis, NUMBER);
        if (!rest.isZero()) {
            int pivot = pivot(rest, NUMBER);
            basis.replaceAll(each -> each.at(pivot).signum() == 0 ? each : each.without(rest, pivot));
            basis.add(rest);
        }
        return !rest.isZero();
    }

    /**
     * The groups about which some combination says something, alone or in pairs, each with such a combination.
     *
     * @param sums    sets of things, and where each was answered
     * @param groupOf whose a thing is
     * @param own     the attacker's group; empty without one
     */
    static <T> List<String> of(Map<Set<T>, String> sums, Function<T, String> groupOf, String own) {
        return new Exposures<>(sums, groupOf, own).find();
    }

    /** As many of some sums as are independent of each other. */
    static <T> List<Set<T>> independent(List<Set<T>> sums) {
        Map<Set<T>, String> named = new LinkedHashMap<>();
        sums.forEach(sum -> named.put(sum, ""));
        List<Set<T>> distinct = List.copyOf(named.keySet());
        Exposures<T> all = new Exposures<>(Map.of(), thing -> "", "-");
        List<Set<T>> independent = new ArrayList<>();
        Map<T, Integer> columns = new HashMap<>();
        for (Set<T> sum : distinct) {
            Map<Integer, BigInteger> cells = new HashMap<>();
            sum.forEach(thing -> cells.put(columns.computeIfAbsent(thing, each -> columns.size()), BigInteger.ONE));
            if (all.add(new Row(cells, new HashMap<>()))) {
                independent.add(sum);
            }
        }
        return independent;
    }

    private List<Map<Integer, BigInteger>> rows(Map<Set<T>, String> sums) {
        Map<T, BitSet> signatures = new LinkedHashMap<>();
        int number = 0;
        for (Map.Entry<Set<T>, String> sum : sums.entrySet()) {
            for (T thing : sum.getKey()) {
                if (!groupOf.apply(thing).equals(own)) {
                    signatures.computeIfAbsent(thing, each -> new BitSet()).set(number);
                }
            }
            answers.add(sum.getValue());
            number++;
        }
        List<Map<Integer, BigInteger>> rows = new ArrayList<>();
        sums.keySet().forEach(sum -> rows.add(new HashMap<>()));
        Map<String, List<T>> alike = new LinkedHashMap<>();
        signatures.forEach((thing, signature) ->
                alike.computeIfAbsent(groupOf.apply(thing) + signature, key -> new ArrayList<>()).add(thing));
        alike.values().forEach(things -> {
            int column = columnGroup.size();
            columnGroup.add(groupOf.apply(things.getFirst()));
            columnName.add(things.stream().map(String::valueOf).sorted().collect(Collectors.joining(" + ")));
            Objects.requireNonNull(signatures.get(things.getFirst())).stream()
                    .forEach(i -> rows.get(i).put(column, BigInteger.ONE));
        });
        return rows;
    }

    /** A row without what follows from steps, each of which is zero where an earlier one begins. */
    private static Row reduced(Row row, List<Row> steps, IntUnaryOperator order) {
        Row rest = row;
        for (Row step : steps) {
            int pivot = pivot(step, order);
            if (rest.at(pivot).signum() != 0) {
                rest = rest.without(step, pivot);
            }
        }
        return rest;
    }

    /** The first column of a row, by an order and then by number. */
    private static int pivot(Row row, IntUnaryOperator order) {
        int first = -1;
        for (int column : row.cells().keySet()) {
            int difference = first < 0 ? -1 : Integer.compare(order.applyAsInt(column), order.applyAsInt(first));
            if (difference < 0 || (difference == 0 && column < first)) {
                first = column;
            }
        }
        return first;
    }

    private static List<Row> echelon(List<Row> rows, IntUnaryOperator order) {
        List<Row> steps = new ArrayList<>();
        for (Row row : rows) {
            Row rest = reduced(row, steps, order);
            if (!rest.isZero()) {
                steps.add(rest);
            }
        }
        return steps;
    }

    private List<String> find() {
        List<String> groups = List.copyOf(new TreeSet<>(columnGroup));
        Map<String, String> exposed = new TreeMap<>();
        for (int i = 0; i < groups.size(); i++) {
            for (int j = i + 1; j < groups.size(); j++) {
                Set<String> pair = Set.of(groups.get(i), groups.get(j));
                // the pair's columns last: a row that begins in them has nothing of others
                IntUnaryOperator pairLast = column -> pair.contains(columnGroup.get(column)) ? 1 : 0;
                echelon(basis, pairLast).stream().filter(row -> pairLast.applyAsInt(pivot(row, pairLast)) == 1)
                        .forEach(row -> exposed.putIfAbsent(whom(row), words(row)));
            }
        }
        return exposed.entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue()).toList();
    }

    private String whom(Row row) {
        return String.join(" ", new TreeSet<>(row.cells().keySet().stream().map(columnGroup::get).toList()));
    }

    private String words(Row row) {
        String what = new TreeMap<>(row.cells()).entrySet().stream()
                .map(cell -> cell.getValue() + " x (" + columnName.get(cell.getKey()) + ")")
                .collect(Collectors.joining(" + "));
        String from = new TreeMap<>(row.from()).entrySet().stream()
                .map(part -> part.getValue() + " x [" + answers.get(part.getKey()) + "]")
                .collect(Collectors.joining(" + "));
        return what + " = " + from;
    }
}
