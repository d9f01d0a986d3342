package io.tidemark.ingest.delivery;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What the report of an ingest says beside the rejected rows, in the words of remarks.yaml. */
public final class Remark {

    private static final Map<String, String> WORDS =
            YamlResource.read(Remark.class, "remarks.yaml", new TypeReference<>() {});

    private Remark() {}

    /** A remark on so many things; none on nothing. */
    public static List<String> of(String name, long count) {
        return of(name, count, "");
    }

    /** A remark on things by their names; none if there are none. */
    public static List<String> of(String name, List<String> things) {
        return of(name, things.size(), DisplayText.list(things));
    }

    private static List<String> of(String name, long count, String things) {
        MessageFormat words = new MessageFormat(Objects.requireNonNull(WORDS.get(name), name), Locale.ROOT);
        return count == 0 ? List.of() : List.of(words.format(new Object[] {Long.toString(count), things, count}));
    }
}
