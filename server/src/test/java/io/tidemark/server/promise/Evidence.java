package io.tidemark.server.promise;

import io.tidemark.server.promise.Sum.What;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one attacker has learned so far: sums, figures that are no sums, and answers that it could not explain by any
 * sum.
 */
final class Evidence {

    /** What an exposure by the authority's treatments begins with, after the attacker. */
    static final String THE_AUTHORITYS = "fish of the authority's treatments";
    /** The fewest groups of others that a published figure is of. */
    private static final int MIN = 3;

    private final Attacker attacker;
    private final Map<What, Map<Set<Stay>, String>> sums = new TreeMap<>();
    private final MemberFigures figures = new MemberFigures();
    private final Map<Set<Stay>, String> places = new LinkedHashMap<>();
    private final Map<String, Set<Stay>> untreated = new TreeMap<>();
    private final List<String> unexplained = new ArrayList<>();
    private int explained;

    Evidence(Attacker attacker) {
        this.attacker = attacker;
    }

    /** The same, to be added to. */
    Evidence copy() {
        Evidence copy = new Evidence(attacker);
        sums.forEach((what, known) -> copy.sums.put(what, new LinkedHashMap<>(known)));
        copy.figures.addAll(figures);
        copy.places.putAll(places);
        copy.untreated.putAll(untreated);
        copy.unexplained.addAll(unexplained);
        copy.explained = explained;
        return copy;
    }

    Attacker attacker() {
        return attacker;
    }

    void add(Sum sum) {
        if (!sum.of().isEmpty()) {
            sums.computeIfAbsent(sum.what(), what -> new LinkedHashMap<>()).putIfAbsent(sum.of(), sum.answer());
        }
    }

    /** What it has learned that is no sum. */
    MemberFigures figures() {
        return figures;
    }

    /**
     * A treatment that everybody knows was shown to be of fish of some generation, or weight: all of whom these stays
     * are.
     */
    void addPlace(Set<Stay> fish, String answer) {
        places.putIfAbsent(fish, answer);
    }

    /**
     * The untreated fish beside treated ones in a sum of treatments: those that were there when it was seen first,
     * since a sum that is the same later says nothing of fish that came since.
     *
     * @param row of the answer
     * @param now those that are there now
     */
    Set<Stay> untreated(String row, Set<Stay> treated, Set<Stay> now) {
        return untreated.computeIfAbsent(row + " " + new TreeSet<>(treated.stream().map(Stay::toString).toList()),
                known -> now);
    }

    /** An answer that is none of the sums that the attacker knows. */
    void cannotExplain(String answer) {
        unexplained.add(answer);
    }

    /** An answer that follows from a sum that the attacker knows. */
    void explain() {
        explained++;
    }

    int explained() {
        return explained;
    }

    List<String> unexplained() {
        return Stream.concat(unexplained.stream(), figures.unexplained().stream()).toList();
    }

    /** How many different sums of a kind it has. */
    int sums(What what) {
        return sums.getOrDefault(what, Map.of()).size();
    }

    Collection<Set<Stay>> sumsOf(What what) {
        return sums.getOrDefault(what, Map.of()).keySet();
    }

    /** Groups whose fish they tell nearly; see {@link Intervals}. */
    List<String> nearly() {
        return Intervals.found(sumsOf(What.FISH), attacker.group());
    }

    /** What follows from them about one or two other groups. */
    List<String> exposures() {
        List<String> exposed = new ArrayList<>();
        sums.forEach((what, known) -> Exposures.of(known, Stay::group, attacker.group())
                .forEach(exposure -> exposed.add(attacker + ", " + what + ": " + exposure)));
        figures.exposures(member -> Coast.groupAtFirst(member.company()), attacker.group())
                .forEach(exposure -> exposed.add(attacker + ", members: " + exposure));
        // this is no sum: it says something of those alone who may have that fish
        places.forEach((fish, answer) -> {
            Set<String> groups = fish.stream().map(Stay::group).filter(group -> !group.equals(attacker.group()))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (groups.size() < MIN) {
                exposed.add(attacker + ", " + THE_AUTHORITYS + ": " + String.join(" ", groups) + " = [" + answer + "]");
            }
        });
        return exposed;
    }
}
