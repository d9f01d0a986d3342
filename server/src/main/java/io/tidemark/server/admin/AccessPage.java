package io.tidemark.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.audit.DataAccessReader;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.CsvRows;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.listen.TimeLimit;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page of the log of data accesses, and the way to send it.
 *
 * @param found  the lines of the page
 * @param offset number of skipped lines
 * @param limit  number of requested lines
 * @param end    the time at which the search began
 * @param isFile whether it is sent as CSV
 */
record AccessPage(DataAccessReader.Found found, int offset, int limit, Instant end, boolean isFile) {

    private static final Set<String> NUMBERS = Set.of("status", "count", "rows", "bytes");
    private static final List<FieldContract> COLUMNS = Stream.of("time", "account_id", "farmer_id", "looks", "address",
            "request_id", "method", "route", "values", "snapshot_id", "status", "count", "rows", "bytes")
            .map(name -> new FieldContract(name, NUMBERS.contains(name) ? FieldType.INTEGER : FieldType.STRING, 0, "",
            "", List.of(), false)).toList();

    /** Sends the page, with a link to the next page if one follows. */
    void send(ServerRequest request, ServerResponse response, Duration limit) {
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        String next = next(request);
        if (next != null) {
            response.header(HeaderNames.LINK, "<" + next + ">; rel=\"next\"");
        }
        byte[] body;
        if (isFile) {
            response.header(HeaderNames.CONTENT_TYPE, AnswerFormat.CSV.mediaType());
            response.header(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"data-accesses.csv\"");
            body = csv();
        } else {
            response.header(HeaderValues.CONTENT_TYPE_JSON);
            body = json();
        }
        TimeLimit.run(limit, () -> response.send(body));
    }

    private @Nullable String next(ServerRequest request) {
        Map<String, String> query = new TreeMap<>();
        request.query().names().forEach(name -> query.put(name, request.query().first(name).orElse("")));
        Instant back = found.searchedBackTo();
        if (found.hasMore()) {
            query.put("offset", Integer.toString(offset + limit));
            query.put("to", end.toString());
        } else if (back != null) {
            query.put("to", back.toString());
            query.remove("offset");
        } else {
            return null;
        }
        StringJoiner pairs = new StringJoiner("&", request.prologue().uriPath().rawPath() + "?", "");
        query.forEach((name, value) -> pairs.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return pairs.toString();
    }

    private byte[] json() {
        Map<String, Object> page = Json.object("offset", offset, "limit", limit, "has_more", found.hasMore());
        Map<String, @Nullable Object> metadata = Json.object("searched_back_to", Json.text(found.searchedBackTo()));
        return Json.bytes(Json.object("data", found.lines(), "pagination", page, "metadata", metadata));
    }

    private byte[] csv() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CsvRows rows = new CsvRows(COLUMNS, bytes, false)) {
            for (JsonNode line : found.lines()) {
                List<@Nullable Object> row = new ArrayList<>();
                COLUMNS.forEach(column -> row.add(cell(line.path(column.name()))));
                rows.write(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a file in memory could not be written", e);
        }
        return bytes.toByteArray();
    }

    private static @Nullable Object cell(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return null;
        }
        return value.isNumber() ? (Object) value.longValue() : value.isTextual() ? value.asText() : value.toString();
    }
}
