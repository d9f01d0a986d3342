package io.tidemark.server.answer;

import io.tidemark.server.format.DataBody;
import io.tidemark.server.format.JsonRecords;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.route.contract.EnvelopeKind;
import io.tidemark.server.route.contract.RouteContract;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the metadata of a response as the route's family declares it. Thread-safe. */
public record EnvelopeMetadata(Clock clock) {

    private static final String API_VERSION = "3.0";
    private static final String LAST_MODIFIED = "last_modified";

    /**
     * The end of a response in JSON, after its data and pagination.
     *
     * @param hidden why every benchmark value is hidden; empty if one is shown
     */
    public byte[] tail(RouteContract route, RequestValues asked, String requestId, @Nullable String ownGroup,
            RouteAnswer.Json answer, Map<String, @Nullable Object> hidden) {
        Map<String, @Nullable Object> metadata = of(route, asked, requestId, ownGroup, answer.ofRows());
        if (!hidden.isEmpty()) {
            metadata.put("hidden", hidden);
        }
        return DataBody.tail(route.family().envelope(), metadata);
    }

    /**
     * The metadata: text, boolean, null, or a map of them, by key in the order of writing.
     *
     * @param requestId the request's id
     * @param ownGroup  the caller's farmer group; null for a caller who is not a farmer
     * @param ofRows    the metadata that depend on the rows shown
     */
    public Map<String, @Nullable Object> of(RouteContract route, RequestValues asked, String requestId,
            @Nullable String ownGroup, Map<String, @Nullable Object> ofRows) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        switch (route.family().envelope()) {
            case V3_BARE -> { }
            case V3_TRACED, V3_SOURCED -> {
                metadata.put("api_version", API_VERSION);
                metadata.put("request_id", requestId);
                if (asked.excludeSelf()) {
                    Optional.ofNullable(ownGroup).ifPresent(group -> metadata.put("farmer_group_key", group));
                }
            }
            case V3_VERSIONED -> metadata.put("api_version", API_VERSION);
            case V2_TIMED, V2_META, V2_DATED -> metadata.put("time", time());
            case V2_ECHOED -> {
                metadata.put("time", time());
                metadata.put("request", Map.of("exclude_self", asked.excludeSelf()));
            }
        }
        metadata.putAll(ofRows);
        return metadata;
    }

    private String time() {
        return JsonRecords.INSTANT.format(LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC));
    }

    /** The metadata that depend on the rows shown. */
    static Map<String, @Nullable Object> ofRows(RouteContract route, List<List<@Nullable Object>> shown) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        if (route.family().envelope() == EnvelopeKind.V2_DATED) {
            int column = route.columnOf(LAST_MODIFIED);
            metadata.put(LAST_MODIFIED, shown.stream().map(row -> row.get(column)).filter(Objects::nonNull)
                    .map(LocalDateTime.class::cast).max(Comparator.naturalOrder()).map(JsonRecords.INSTANT::format)
                    .orElse(null));
        } else if (route.family().envelope() == EnvelopeKind.V3_SOURCED) {
            int date = route.columnOf("source_date");
            shown.stream().max(Comparator.comparing(row -> String.valueOf(row.get(date)))).ifPresent(row -> {
                metadata.put("source", row.get(route.columnOf("source")));
                metadata.put("source_date", String.valueOf(row.get(date)));
            });
        }
        return metadata;
    }
}
