package io.tidemark.ingest.authority.report;

import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.delivery.DisplayText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the food-safety reports that have something which the lake has no place for: a temperature, or a list or object of its own. */
final class UnstoredProperties {

    private static final String TEMPERATURE = "sjøtemperatur";
    private static final int LONGEST_NAME = 60;

    private final Collection<String> stored;
    private final SortedMap<String, Long> lists = new TreeMap<>();
    private long temperatures;

    /** Of reports of which these properties are stored. */
    UnstoredProperties(Collection<String> stored) {
        this.stored = List.copyOf(stored);
    }

    void count(AuthorityRow report) {
        temperatures += report.text(TEMPERATURE).isEmpty() ? 0 : 1;
        report.columns().stream().filter(name -> !stored.contains(name) && isFilled(report.text(name)))
                .forEach(name -> lists.merge(name, 1L, Long::sum));
    }

    // single values, such as names, say who reports; findings are lists or objects
    private static boolean isFilled(String text) {
        return (text.startsWith("[") || text.startsWith("{")) && text.length() > 2;
    }

    /** What is told of them, for people. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        CountedWeek.note(temperatures, "have a temperature that is not stored: the weekly lice report has those").ifPresent(notes::add);
        if (!lists.isEmpty()) {
            notes.add("not stored: " + DisplayText.list(lists.entrySet().stream()
                    .map(each -> DisplayText.shortened(each.getKey(), LONGEST_NAME) + " of " + each.getValue() + " rows").toList()));
        }
        return notes;
    }
}
