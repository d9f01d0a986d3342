package io.tidemark.server.metrics;

import io.tidemark.server.TidemarkServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses a server's metrics in the Prometheus text format, version 0.0.4: a line that is neither a comment nor a sample
 * fails, and so does a sample that comes twice.
 *
 * @param text   all of it
 * @param series samples by what stands before the value, such as {@code tidemark_events_total{event="sign_in"}}
 */
public record Scrape(String text, Map<String, Double> series) {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\"\\\\n])*\"";
    private static final Pattern COMMENT =
            Pattern.compile("# (?:HELP " + NAME + " .*|TYPE " + NAME + " (?:counter|gauge|histogram|summary|untyped))");
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + "(?:\\{" + LABEL + "(?:," + LABEL + ")*,?})?) "
            + "([+-]?(?:\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|Inf)|NaN)");

    /** Asks a server whose metrics are on. */
    public static Scrape of(TidemarkServer server) {
        return parse(get(server.metrics().orElseThrow()).body());
    }

    /** GET of an address. */
    static HttpResponse<String> get(String address) {
        return send(HttpRequest.newBuilder(URI.create(address)));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Scrape parse(String text) {
        Map<String, Double> series = new LinkedHashMap<>();
        text.lines().filter(line -> !COMMENT.matcher(line).matches()).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (!sample.matches()) {
                throw new AssertionError("not in the text format: " + line);
            }
            String value = sample.group(2).replace("Inf", "Infinity");
            if (series.put(sample.group(1), Double.valueOf(value)) != null) {
                throw new AssertionError("twice: " + line);
            }
        });
        return new Scrape(text, series);
    }

    /** An event's count. */
    public double events(String event) {
        return value("tidemark_events_total{event=\"" + event + "\"}");
    }

    /** Requests to a route that were answered with a status; 0 when there is no such line. */
    public double requests(String route, int status) {
        return series.getOrDefault("tidemark_requests_total{route=\"" + route + "\",status=\"" + status + "\"}", 0.0);
    }

    /** The sum of a metric's samples that have all of these labels, such as {@code end="cached"}. */
    public double sum(String name, String... labels) {
        return series.entrySet().stream().filter(e -> e.getKey().startsWith(name + "{"))
                .filter(e -> Stream.of(labels).allMatch(e.getKey()::contains)).mapToDouble(Map.Entry::getValue).sum();
    }

    /** A sample that must be there. */
    public double value(String key) {
        Double value = series.get(key);
        if (value == null) {
            throw new AssertionError("no " + key + " in\n" + text);
        }
        return value;
    }
}
