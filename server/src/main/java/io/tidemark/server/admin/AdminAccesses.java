package io.tidemark.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tidemark.server.audit.DataAccessReader;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.AnswerShape;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The log of data accesses over HTTP: which caller requested which data. Thread-safe. */
record AdminAccesses(DataAccessReader reader, Clock clock) {

    private static final int USUAL = 100;
    private static final int MAX = 1000;
    /** The limit of a CSV file is larger: it is downloaded once and not read line by line. */
    private static final int MAX_CSV = 20_000;
    private static final int FURTHEST = 1_000_000;
    private static final int RETRY_SECONDS = 10;
    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    /** The query parameters of a request for lines. */
    static final List<String> PARAMETERS = List.of("from", "to", "farmer_id", "account_id", "route", "offset", "limit",
            "format");

    /** The newest lines within the time and of the company, account and route in the query. */
    AccessPage newest(ServerRequest request) {
        List<Detail> details = new ArrayList<>();
        boolean csv = format(request, details) == AnswerFormat.CSV;
        Instant from = moment(request, "from", 0, details);
        Instant end = moment(request, "to", 1, details);
        int offset = number(request, "offset", 0, 0, FURTHEST, details);
        int limit = number(request, "limit", csv ? MAX_CSV : USUAL, 1, csv ? MAX_CSV : MAX, details);
        if (!details.isEmpty()) {
            throw new ApiException.BadRequest(details);
        }
        // the next pages end at the same time as this one, whatever is logged meanwhile
        Instant pinned = end.equals(LAST) ? clock.instant() : end;
        Predicate<JsonNode> wanted = line -> is(request, "farmer_id", line) && is(request, "account_id", line)
                && is(request, "route", line);
        try {
            DataAccessReader.Found found = reader.find(new DataAccessReader.Search(from, end, wanted, offset, limit));
            return new AccessPage(found, offset, limit, pinned, csv);
        } catch (IOException e) {
            throw new ApiException.Unavailable("The log of data accesses cannot be read now", RETRY_SECONDS, e);
        }
    }

    /** Whether the request asks for the lines as a file. */
    static boolean isFile(ServerRequest request) {
        try {
            return format(request, new ArrayList<>()) == AnswerFormat.CSV;
        } catch (ApiException e) {
            // reported when the request is read
            return false;
        }
    }

    /** The parameters of a request, for the audit log. */
    static Map<String, String> asked(ServerRequest request) {
        Map<String, String> asked = new TreeMap<>();
        PARAMETERS.forEach(name -> request.query().first(name).ifPresent(value -> asked.put(name, value)));
        return asked;
    }

    private static AnswerFormat format(ServerRequest request, List<Detail> details) {
        String named = request.query().first("format").orElse(null);
        AnswerFormat format = AnswerShape.asked(request.headers().all(HeaderNames.ACCEPT, List::of), named, null)
                .format();
        if (format != AnswerFormat.JSON && format != AnswerFormat.CSV) {
            if (named == null) {
                throw new ApiException.NotAcceptable("Available formats: JSON and CSV");
            }
            details.add(new Detail("format", named, "must be one of json, csv"));
        }
        return format;
    }

    // an instant as given, or the start of a day in Norway, some days later
    private static Instant moment(ServerRequest request, String name, int later, List<Detail> details) {
        String text = request.query().first(name).orElse("");
        Instant usual = later == 0 ? FIRST : LAST;
        if (text.isEmpty()) {
            return usual;
        }
        try {
            Instant moment = text.indexOf('T') > 0 ? Instant.parse(text) : LocalDate.parse(text).plusDays(later)
                    .atStartOfDay(NORWAY).toInstant();
            if (!moment.isBefore(FIRST) && !moment.isAfter(LAST)) {
                return moment;
            }
        } catch (DateTimeException e) {
            // the fault is added below
        }
        details.add(new Detail(name, text,
                "must be a day such as 2026-03-01, or a moment such as 2026-03-01T12:00:00Z"));
        return usual;
    }

    private static int number(ServerRequest request, String name, int usual, int least, int most,
            List<Detail> details) {
        String text = request.query().first(name).orElse(Integer.toString(usual));
        int number = text.matches("\\d{1,7}") ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            details.add(new Detail(name, text, "must be a whole number from " + least + " to " + most));
        }
        return number;
    }

    private static boolean is(ServerRequest request, String name, JsonNode line) {
        return request.query().first(name).filter(asked -> !asked.equals(line.path(name).asText())).isEmpty();
    }
}
