package io.tidemark.server.format;

import io.tidemark.server.http.coding.HeaderChoice;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The formats of an answer. If the client has no preference, the first is used. */
public enum AnswerFormat {
    /** One document: the data, its page and its metadata. */
    JSON("json", "application/json"),
    /** A table with a header, for spreadsheets. */
    CSV("csv", "text/csv; charset=utf-8"),
    /** A JSON object on each line. */
    NDJSON("ndjson", "application/x-ndjson"),
    /** A Parquet file. */
    PARQUET("parquet", "application/vnd.apache.parquet");

    /** Other names of {@link #NDJSON}; none of the names is registered. */
    private static final List<String> ALSO_NDJSON = List.of("application/ndjson", "application/jsonl");

    private final String wireName;
    private final String mediaType;

    AnswerFormat(String wireName, String mediaType) {
        this.wireName = wireName;
        this.mediaType = mediaType;
    }

    /** The name in {@code ?format=}. */
    public String wireName() {
        return wireName;
    }

    /** The value of the Content-Type header. */
    public String mediaType() {
        return mediaType;
    }

    /** The extension of a file name, without the dot. */
    public String extension() {
        return wireName;
    }

    /** The format with this name, in any case. */
    static Optional<AnswerFormat> named(String name) {
        return Arrays.stream(values()).filter(f -> f.wireName.equalsIgnoreCase(name.strip())).findFirst();
    }

    /**
     * The format for an Accept header (RFC 9110, section 12.5.1): the one with the highest weight; among equals the
     * most specific one, then the first one. Empty if every format is excluded.
     * @param accept the header's lines; no lines accept every format
     */
    static Optional<AnswerFormat> accepted(List<String> accept) {
        List<HeaderChoice> choices = HeaderChoice.all(accept);
        if (choices.isEmpty()) {
            return Optional.of(JSON);
        }
        return Arrays.stream(values()).map(format -> format.match(choices)).filter(m -> m != null && m.quality > 0)
                .max(Comparator.comparingDouble(Match::quality).thenComparingInt(Match::precision)
                        .thenComparingInt(m -> -m.place).thenComparing(Match::format, Comparator.reverseOrder()))
                .map(Match::format);
    }

    /** A choice in a header that matches a format. */
    private record Match(AnswerFormat format, double quality, int precision, int place) {}

    /** The most specific choice that matches a format: {@code text/csv;q=0} excludes it despite {@code text/*}. */
    private @Nullable Match match(List<HeaderChoice> choices) {
        return IntStream.range(0, choices.size())
                .mapToObj(i -> new Match(this, choices.get(i).quality(), precision(choices.get(i).name()), i))
                .filter(m -> m.precision >= 0)
                .max(Comparator.comparingInt(Match::precision).thenComparingDouble(Match::quality)
                        .thenComparingInt(m -> -m.place))
                .orElse(null);
    }

    private int precision(String range) {
        boolean named = mediaType.equals(range) || mediaType.startsWith(range + ";");
        if (named || (this == NDJSON && ALSO_NDJSON.contains(range))) {
            return 2;
        }
        if (range.endsWith("/*") && mediaType.startsWith(range.substring(0, range.length() - 1))) {
            return 1;
        }
        // old Java clients send a single star
        return range.equals("*/*") || range.equals("*") ? 0 : -1;
    }
}
