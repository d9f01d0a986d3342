package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The audited route of feeding days by temperature. Its atoms are degrees of some production areas. An answer has no degrees, but rows in their
 * order: so this compares the counts of a platform area with the expected ones one by one.
 */
record SiteDayRoute() implements AuditedRoute {

    private static final SqlFile SQL = SqlFile.of("certify/figures.sql");

    private record AtomKey(LocalDate piece, int atom) {}

    private record Cell(@Nullable Integer area, @Nullable String platformArea, int degrees) {}

    private static final class Atom {
        private final int cells;
        private final Set<Cell> seen = new HashSet<>();
        private final Set<String> days = new HashSet<>();

        Atom(int cells) {
            this.cells = cells;
        }
    }

    @Override
    public String path() {
        return "/v3/feeding/sfr-days-per-temperature";
    }

    @Override
    public Takes takes() {
        return Takes.benchmark(Takes.Period.WEEK);
    }

    @Override
    public String checked() {
        return "the number of feeding days, and that there is none with a filter of generations or weights; not the shares";
    }

    @Override
    public List<Figure> figures(DuckSession session, SampledQuery question, List<JsonNode> rows) {
        Map<String, List<Integer>> right = expected(session, question);
        Map<String, Integer> places = new HashMap<>();
        List<Figure> figures = new ArrayList<>();
        for (JsonNode row : rows) {
            Double said = AuditedRoute.said(row, "/count");
            if (said != null) {
                String area = row.get("platform_area_name").asText();
                int place = places.merge(area, 1, Integer::sum);
                List<Integer> counts = right.getOrDefault(area, List.of());
                figures.add(new Figure(area + " " + row.get("avg_temperature").asText(), "count", said,
                        place > counts.size() ? null : Double.valueOf(counts.get(place - 1)), Figure.TEN));
            }
        }
        return figures;
    }

    /** The counts of each platform area by degree, in order. */
    private static Map<String, List<Integer>> expected(DuckSession session, SampledQuery question) {
        Map<AtomKey, Atom> atoms = new HashMap<>();
        if (question.isOfAllFish()) {
            SQL.get("site_days").with("first_day", question.firstDay()).with("last_day", question.lastDay()).with("own_group", question.group())
                    .each(session, row -> {
                        int cells = row.getInt(3);
                        Atom atom = atoms.computeIfAbsent(new AtomKey(Objects.requireNonNull(row.getDate(1)).toLocalDate(), row.getInt(2)),
                                _ -> new Atom(cells));
                        atom.seen.add(new Cell((Integer) row.getObject(4), row.getString(5), row.getInt(6)));
                        if (row.getBoolean(8)) {
                            atom.days.add(row.getString(7));
                        }
                    });
        }
        Map<String, Map<Integer, Set<String>>> days = new HashMap<>();
        for (Atom atom : atoms.values()) {
            Cell one = atom.seen.iterator().next();
            String area = one.platformArea;
            if (area != null && atom.seen.size() == atom.cells && atom.seen.stream().allMatch(cell -> question.takes(cell.area)
                    && area.equals(cell.platformArea) && cell.degrees == one.degrees)) {
                days.computeIfAbsent(area, _ -> new TreeMap<>()).computeIfAbsent(one.degrees, _ -> new HashSet<>()).addAll(atom.days);
            }
        }
        Map<String, List<Integer>> counts = new HashMap<>();
        days.forEach((area, byDegree) -> counts.put(area, byDegree.values().stream().map(Set::size).toList()));
        return counts;
    }
}
