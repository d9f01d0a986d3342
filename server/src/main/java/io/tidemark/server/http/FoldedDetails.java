package io.tidemark.server.http;

import io.tidemark.server.http.ApiException.Detail;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The faults of a request, so few that a person reads them: many of one kind are one with their number. */
final class FoldedDetails {
    /** More faults of one parameter than this are one. */
    private static final int OF_ONE = 3;
    /** More faults than this are these, and one for the rest. */
    private static final int ALL = 10;

    private FoldedDetails() {}

    /** The details to send, in the same order; each fault is counted in one of them. */
    static List<Detail> of(List<Detail> faults) {
        Map<String, List<Detail>> byParameter = new LinkedHashMap<>();
        faults.forEach(fault -> byParameter.computeIfAbsent(fault.parameter(), name -> new ArrayList<>()).add(fault));
        List<Detail> folded = new ArrayList<>();
        byParameter.values().forEach(same -> {
            if (same.size() > OF_ONE) {
                Detail first = same.getFirst();
                folded.add(new Detail(first.parameter(), first.value(), first.message() + "; " + (same.size() - 1)
                        + " other values of it are wrong too", same.size()));
            } else {
                folded.addAll(same);
            }
        });
        if (folded.size() <= ALL) {
            return List.copyOf(folded);
        }
        int rest = folded.subList(ALL, folded.size()).stream().mapToInt(each -> each.count() == null ? 1 : each.count())
                .sum();
        List<Detail> shown = new ArrayList<>(folded.subList(0, ALL));
        shown.add(new Detail(folded.get(ALL).parameter(), folded.get(ALL).value(), folded.get(ALL).message()
                + (rest == 1 ? "" : "; there are " + (rest - 1) + " other faults of other parameters"), rest));
        return List.copyOf(shown);
    }
}
