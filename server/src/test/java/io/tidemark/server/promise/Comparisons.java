package io.tidemark.server.promise;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.live.LiveServer;
import io.tidemark.server.promise.Sum.What;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks what was expected of the attacker's own fish, site by site, generation by generation and week by week, so that
 * one rate of others is in an answer wherever possible. Who may invent fish of its own, of any number, learns each of
 * these rates. What they are of is read off the ledger: an answer is explained by the other groups' stays in the atoms
 * of own cells, or, if it were made wrongly, by those in the cells themselves.
 */
final class Comparisons {

    static final String SHIPPED = "/v3/comparison/expected-loss";
    /** Of an answer with one decimal. */
    private static final double ROUNDED = 0.0501;
    private static final int CLASS = 100;

    private final LiveServer server;
    private final Stays stays;
    private final Evidence evidence;
    private final String where;

    /** A row of the ledger: one company's fish of a cell on a site. */
    private record Released(String cell, @Nullable Integer atom, Set<Stay> of) {}

    Comparisons(LiveServer server, Stays stays, Evidence evidence, String where) {
        this.server = server;
        this.stays = stays;
        this.evidence = evidence;
        this.where = where;
    }

    /** Asks a route of that kind; the number of rates of others in its answers. */
    int ask(String path) {
        Map<String, List<Released>> cells = released().stream().collect(Collectors.groupingBy(Released::cell));
        Map<String, List<Released>> atoms = cells.values().stream().flatMap(List::stream)
                .filter(row -> row.atom() != null)
                .collect(Collectors.groupingBy(row -> piece(row.cell()) + row.atom()));
        int rates = 0;
        for (String generation : own().stream().map(stay -> stay.pen().generation()).distinct().sorted().toList()) {
            String query = path + "?period_grouping=week&group_by=site&limit=1000&from_date=" + Calendar.BEGIN
                    + "&to_date=" + Calendar.TODAY + "&generations=" + generation;
            for (JsonNode row : server.dataAsItCame(query, "farmer:" + Coast.ATTACKER)) {
                rates += read(row, generation, cells, atoms, where + query + " " + row.get("period_start").asText()
                        + " " + row.get("site_id").asText());
            }
        }
        return rates;
    }

    /** What the attacker has delivered last of each pen and piece. */
    private Collection<Stay> own() {
        Map<String, Stay> newest = new HashMap<>();
        stays.all().stream().filter(stay -> stay.group().equals(Coast.ATTACKERS) && stay.pen().isAtSea())
                .forEach(stay -> newest.put(stay.pen().id() + stay.piece(), stay));
        return newest.values();
    }

    private int read(JsonNode row, String generation, Map<String, List<Released>> cells,
            Map<String, List<Released>> atoms, String answer) {
        List<Stay> mine = own().stream().filter(stay -> stay.pen().site().equals(row.get("site_id").asText())
                && stay.pen().generation().equals(generation) && stay.week().toString()
                .equals(row.get("period_start").asText())).toList();
        Function<Stay, Set<Stay>> ofAtom = stay ->
                cells.getOrDefault(cell(stay.piece(), stay.pen().area(), generation, stay.gram()), List.of()).stream()
                .filter(each -> each.atom() != null).min((a, b) -> Integer.compare(number(a), number(b)))
                .map(first -> others(atoms.getOrDefault(piece(first.cell()) + first.atom(), List.of())))
                .orElse(Set.of());
        Function<Stay, Set<Stay>> ofCell = stay ->
                others(cells.getOrDefault(cell(stay.piece(), stay.pen().area(), generation, stay.gram()), List.of()));
        for (Function<Stay, Set<Stay>> way : List.of(ofAtom, ofCell)) {
            if (fits(row, mine, way)) {
                Set<Set<Stay>> known = mine.stream().map(way).filter(set -> !set.isEmpty()).collect(Collectors.toSet());
                known.forEach(set -> evidence.add(new Sum(What.FISH, set, row.get("period_start").asText(), answer)));
                evidence.explain();
                return known.size();
            }
        }
        evidence.cannotExplain(answer + " " + row);
        return 0;
    }

    private static int number(Released row) {
        return row.atom() == null ? Integer.MAX_VALUE : row.atom();
    }

    // no lake here has the twelve months that weight_rate needs: fish of all weights are expected to lose the same
    private static boolean fits(JsonNode row, List<Stay> mine, Function<Stay, Set<Stay>> way) {
        double expected = 0;
        long compared = 0;
        for (Stay stay : mine) {
            Set<Stay> others = way.apply(stay);
            if (!others.isEmpty()) {
                compared += stay.fishDays();
                expected += stay.fishDays() * Rates.of(others, 1).loss();
            }
        }
        return compared == row.get("fish_days").asLong()
                && Math.abs(row.get("expected_count").asDouble() - expected) <= ROUNDED;
    }

    private static Set<Stay> others(List<Released> rows) {
        return rows.stream().flatMap(row -> row.of().stream()).filter(stay -> !stay.group().equals(Coast.ATTACKERS))
                .collect(Collectors.toSet());
    }

    private static String cell(LocalDate piece, int area, String generation, int gram) {
        return piece + " " + area + " " + generation + " " + gram / CLASS * CLASS;
    }

    private static String piece(String cell) {
        return cell.substring(0, cell.indexOf(' '));
    }

    private List<Released> released() {
        List<Released> rows = new ArrayList<>();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256,
                server.lake().resolveSibling("spill-of-the-judge")))) {
            session.each("SELECT piece_start, site_id, production_area_id, generation, weight_class, fish_days, "
                    + "mortality_count + culling_count, atom FROM ("
                    + Ledger.of(Lake.at(server.lake()).current().orElseThrow()).rows(LedgerTables.STOCK, null)
                    + ") WHERE site_placement = 'offshore'", row -> {
                LocalDate piece = row.getObject(1, LocalDate.class);
                int gram = row.getInt(5);
                String generation = row.getString(4);
                Set<Stay> of = stays(piece, row.getString(2), generation, gram, row.getLong(6), row.getLong(7));
                int atom = row.getInt(8);
                rows.add(new Released(cell(piece, row.getInt(3), generation, gram), row.wasNull()
                        ? null : (Integer) atom, of));
            });
        }
        return rows;
    }

    /** The stays that a row is of: one version of each of the site's pens, by what they are together. */
    private Set<Stay> stays(LocalDate piece, String site, String generation, int gram, long fishDays, long lost) {
        List<Stay> possible = stays.all().stream()
                .filter(stay -> stay.piece().equals(piece) && stay.pen().site().equals(site)
                && stay.pen().generation().equals(generation) && stay.gram() / CLASS * CLASS == gram).toList();
        for (int some = 1; some < 1 << possible.size(); some++) {
            Set<Stay> set = new HashSet<>();
            for (int i = 0; i < possible.size(); i++) {
                if ((some >> i & 1) == 1) {
                    set.add(possible.get(i));
                }
            }
            if (set.stream().mapToLong(Stay::fishDays).sum() == fishDays
                    && set.stream().mapToLong(Stay::lost).sum() == lost) {
                return set;
            }
        }
        throw new AssertionError("nothing that was delivered is the released row of " + site + " in " + piece);
    }
}
