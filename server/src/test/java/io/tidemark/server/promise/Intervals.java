package io.tidemark.server.promise;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;

/**
 * How near an attacker comes to a group's fish, knowing sums and that no number of fish is negative: by linear
 * programming, the least and the most fish-days that the group can have in a week and a platform area. No group among
 * others may have nearly all of them, so the most is well above what it has.
 */
final class Intervals {

    /** The rule of 85 % lets nobody come nearer than 15 percent. */
    private static final double NEAR = 0.15;
    private static final double WRITTEN = 1e-3;
    private static final double MILLION = 1e6;

    private Intervals() {}

    /** Groups whose fish the sums tell to fifteen percent, in a week and a platform area. */
    static List<String> found(Collection<Set<Stay>> sums, String own) {
        Map<LocalDate, Set<Set<Stay>>> byWeek = new TreeMap<>();
        for (Set<Stay> sum : sums) {
            Set<LocalDate> weeks = new HashSet<>();
            sum.forEach(stay -> weeks.add(stay.week()));
            Set<Stay> others = new HashSet<>(sum);
            others.removeIf(stay -> stay.group().equals(own));
            // sums over several weeks tell nothing that those of the weeks do not
            if (weeks.size() == 1 && !others.isEmpty()) {
                byWeek.computeIfAbsent(weeks.iterator().next(), week -> new HashSet<>()).add(others);
            }
        }
        List<String> found = new ArrayList<>();
        byWeek.forEach((week, ofWeek) -> found.addAll(inWeek(week, List.copyOf(ofWeek))));
        return found;
    }

    private static List<String> inWeek(LocalDate week, List<Set<Stay>> all) {
        List<Set<Stay>> sums = Exposures.independent(all);
        // stays of a group and an area that are always summed together are one unknown
        Map<String, Set<Stay>> unknown = new TreeMap<>();
        sums.stream().flatMap(Set::stream).distinct()
                .forEach(stay -> unknown.computeIfAbsent(block(stay) + sums.stream().map(
                sum -> sum.contains(stay) ? "1" : "0").toList(), key -> new HashSet<>()).add(stay));
        List<Set<Stay>> columns = List.copyOf(unknown.values());
        Map<String, Set<Stay>> blocks = new TreeMap<>();
        columns.forEach(stays -> blocks.computeIfAbsent(block(stays.iterator().next()), block -> new HashSet<>())
                .addAll(stays));
        List<String> found = new ArrayList<>();
        blocks.forEach((block, stays) -> {
            double truth = fishDays(stays);
            double most = extreme(columns, sums, stays, true);
            double least = extreme(columns, sums, stays, false);
            if (least > truth * (1 + WRITTEN) || most < truth * (1 - WRITTEN)) {
                throw new IllegalStateException("the solver is wrong: " + least + " to " + most + ", truly " + truth);
            }
            if (most < truth * (1 + NEAR) && least > truth * (1 - NEAR)) {
                found.add(block + " in the week of " + week + ": " + least + " to " + most + ", truly " + truth);
            }
        });
        return found;
    }

    private static String block(Stay stay) {
        return stay.group() + " in " + Filter.platformArea(stay.pen().area());
    }

    /** In millions, so that the solver's tolerances are small beside them. */
    private static double fishDays(Set<Stay> stays) {
        return stays.stream().mapToLong(Stay::fishDays).sum() / MILLION;
    }

    private static double extreme(List<Set<Stay>> columns, List<Set<Stay>> sums, Set<Stay> of, boolean most) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        columns.forEach(stays -> model.newVariable(stays.toString()).lower(0));
        for (int i = 0; i < sums.size(); i++) {
            total(model, "sum " + i, columns, sums.get(i)).level(fishDays(sums.get(i)));
        }
        total(model, "what is sought", columns, of).weight(1);
        Optimisation.Result result = most ? model.maximise() : model.minimise();
        if (!result.getState().isOptimal()) {
            throw new IllegalStateException("the solver found nothing: " + result);
        }
        return result.getValue();
    }

    private static Expression total(ExpressionsBasedModel model, String name, List<Set<Stay>> columns, Set<Stay> of) {
        Expression total = model.newExpression(name);
        for (int i = 0; i < columns.size(); i++) {
            if (of.containsAll(columns.get(i))) {
                total.set(i, 1);
            }
        }
        return total;
    }
}
