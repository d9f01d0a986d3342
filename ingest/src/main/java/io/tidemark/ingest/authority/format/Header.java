package io.tidemark.ingest.authority.format;

import io.tidemark.ingest.file.HeaderName;
import java.text.Normalizer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The columns of a table. Names are the same as in farmers' tables, in upper and lower case and with any
 * spaces around, and however an å is composed. */
public final class Header {

    private final List<String> names;
    private final Map<String, Integer> positions = new HashMap<>();

    /** Of these columns, as written. */
    public Header(List<String> names) {
        this.names = List.copyOf(names);
        for (int i = 0; i < names.size(); i++) {
            positions.putIfAbsent(key(names.get(i)), i);
        }
    }

    private static String key(String name) {
        return HeaderName.of(Normalizer.normalize(name, Normalizer.Form.NFC));
    }

    /** The names as written. */
    public List<String> names() {
        return names;
    }

    /** Whether it has a column. */
    public boolean has(String name) {
        return positions.containsKey(key(name));
    }

    /** The place of a column, from 0; -1 if it is not there. */
    int position(String name) {
        return positions.getOrDefault(key(name), -1);
    }

    /** Those that it does not have, sorted. */
    public List<String> missing(Collection<String> required) {
        return required.stream().filter(name -> !has(name)).sorted().toList();
    }

    /** Whether a row has these names again, in another order. */
    boolean isOtherOrder(List<String> row) {
        return has(row.getFirst()) && row.stream().allMatch(this::has)
                && IntStream.range(0, row.size()).anyMatch(i -> !row.get(i).isEmpty() && position(row.get(i)) != i);
    }

    /** A name that several columns have. */
    Optional<String> twice() {
        return IntStream.range(0, names.size()).filter(i -> !names.get(i).isEmpty() && position(names.get(i)) != i)
                .mapToObj(names::get).findFirst();
    }
}
