package io.tidemark.ingest.system;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.stream.Stream;

/**
 * The counters of a source, as sources.yaml declares them: figures of a day, or totals that run on since what they
 * count began.
 *
 * @param of      the columns whose values they are of: a population, or one and a cause
 * @param time    the column with the time of a status
 * @param since   the column with the time at which the first of those began, after the name of its source and a dot
 * @param figures the counters that never fall as totals
 * @param signed  counters that may fall
 * @param feed    the counter of feed, by which the reading is judged; empty if {@code like} is given
 * @param like    the source whose reading this one follows, or empty
 * @param start   SQL for the fish at the start of the day, from figures of a day; empty if {@code like} is given
 * @param end     the column with the fish of a status; empty if {@code like} is given
 */
public record Counters(@JsonProperty(required = true) List<String> of, @JsonProperty(required = true) String time,
        @JsonProperty(required = true) String since, @JsonProperty(required = true) List<String> figures,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> signed, @JsonSetter(nulls = Nulls.AS_EMPTY) String feed,
        @JsonSetter(nulls = Nulls.AS_EMPTY) String like, @JsonSetter(nulls = Nulls.AS_EMPTY) String start,
        @JsonSetter(nulls = Nulls.AS_EMPTY) String end) {

    /** How counters are read: as totals that run on, or as figures of a day. */
    public static final List<String> READINGS = List.of("running", "daily");

    /** Copies the lists. */
    public Counters {
        of = List.copyOf(of);
        figures = List.copyOf(figures);
        signed = List.copyOf(signed);
    }

    /** All counters. */
    List<String> all() {
        return Stream.concat(figures.stream(), signed.stream()).toList();
    }

    /** The columns of its own source that it names. */
    List<String> columns() {
        return Stream.of(of, List.of(time), all(), List.of(feed, end)).flatMap(List::stream)
                .filter(name -> !name.isEmpty()).toList();
    }
}
