package io.tidemark.server.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How many of some sums are independent of each other: the rank of a matrix of zeros and ones, by elimination modulo a
 * prime.
 */
final class Ranks {

    private static final long PRIME = 2_147_483_647;

    private Ranks() {}

    /** The rank of sums over things, of which only some are unknown. */
    static <T> int of(Collection<Set<T>> sums, Predicate<T> unknown) {
        Map<T, Integer> columns = new HashMap<>();
        sums.forEach(sum -> sum.stream().filter(unknown).forEach(thing -> columns.putIfAbsent(thing, columns.size())));
        List<long[]> reduced = new ArrayList<>();
        List<Integer> pivots = new ArrayList<>();
        for (Set<T> sum : sums) {
            long[] row = new long[columns.size()];
            sum.stream().filter(unknown).forEach(thing -> row[Objects.requireNonNull(columns.get(thing))] = 1);
            for (int i = 0; i < reduced.size(); i++) {
                subtract(row, reduced.get(i), row[pivots.get(i)]);
            }
            int pivot = firstOf(row);
            if (pivot < row.length) {
                scale(row, inverse(row[pivot]));
                reduced.add(row);
                pivots.add(pivot);
            }
        }
        return reduced.size();
    }

    private static int firstOf(long[] row) {
        int i = 0;
        while (i < row.length && row[i] == 0) {
            i++;
        }
        return i;
    }

    private static void subtract(long[] row, long[] other, long times) {
        if (times != 0) {
            for (int i = 0; i < row.length; i++) {
                row[i] = Math.floorMod(row[i] - times * other[i], PRIME);
            }
        }
    }

    private static void scale(long[] row, long times) {
        for (int i = 0; i < row.length; i++) {
            row[i] = row[i] * times % PRIME;
        }
    }

    // Fermat: x to the power of p - 2
    private static long inverse(long x) {
        long result = 1;
        long power = x;
        for (long e = PRIME - 2; e > 0; e >>= 1) {
            if ((e & 1) == 1) {
                result = result * power % PRIME;
            }
            power = power * power % PRIME;
        }
        return result;
    }
}
