package io.tidemark.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Prints the measured systems side by side. */
final class PeerTable {

    /** The server without its result cache. */
    static final String UNCACHED = "uncached";
    /** The server with its result cache. */
    static final String CACHED = "cached";
    /** Fastify with DuckDB. */
    static final String FASTIFY = "Fastify";
    /** PostgreSQL, queried by pgbench. */
    static final String POSTGRES = "PostgreSQL";

    private PeerTable() {}

    /** The name of the measurement of a route by different windows. */
    static String distinct(String route) {
        return "  no two the same " + route.substring(route.lastIndexOf('/') + 1);
    }

    /** Prints whether their rows are the same, then requests per second and the server's ratio to each. */
    static void print(List<String> routes, Map<String, PeerResult> results) {
        PeerResult ours = Objects.requireNonNull(results.get(UNCACHED));
        for (String route : routes) {
            System.out.println(route);
            results.forEach((name, result) -> {
                if (!name.equals(UNCACHED)) {
                    System.out.println("  " + name + ": " + result.compared(route, ours));
                }
            });
        }
        System.out.printf("%n%-42s %9s %9s %9s %10s %14s %16s%n", "requests/s", UNCACHED, CACHED, FASTIFY, POSTGRES,
                "ours/Fastify", "ours/PostgreSQL");
        for (String route : routes.stream().flatMap(each -> Stream.of(each, distinct(each))).toList()) {
            System.out.printf("%-42s %9s %9s %9s %10s %14s %16s%n", route, text(results, UNCACHED, route),
                    text(results, CACHED, route),
                    text(results, FASTIFY, route), text(results, POSTGRES, route), ratios(results, FASTIFY, route),
                    ratios(results, POSTGRES, route));
        }
        System.out.println("""
                A route alone: all connections send the same request. No two the same: each asks for another window;
                cached then means cut out of all periods. Ratios: uncached, then cached where the server caches; to be
                reached: 2 x Fastify, 10 x PostgreSQL; with other windows 1.1 x Fastify, then 10 x.
                Fastify answers in JSON over HTTP, to anybody; PostgreSQL sends rows to pgbench, without HTTP, JSON and
                access control.""");
    }

    private static double of(Map<String, PeerResult> results, String name, String route) {
        PeerResult result = results.get(name);
        return result == null ? Double.NaN : result.perSecond().getOrDefault(route, Double.NaN);
    }

    private static String text(Map<String, PeerResult> results, String name, String route) {
        return number(of(results, name, route));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String ratios(Map<String, PeerResult> results, String other, String route) {
        double theirs = of(results, other, route);
        String uncached = number(of(results, UNCACHED, route) / theirs);
        return results.containsKey(CACHED) ? uncached + ", " + number(of(results, CACHED, route) / theirs) : uncached;
    }
}
