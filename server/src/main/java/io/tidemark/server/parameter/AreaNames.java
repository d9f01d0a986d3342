package io.tidemark.server.parameter;

import io.tidemark.server.engine.SqlEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Resolves the names of the areas in a snapshot: a platform area by its id or either name, a production area by its
 * number. Immutable.
 */
public final class AreaNames {

    private final Map<String, NavigableSet<Integer>> byName;
    private final List<String> shown;
    private final List<String> productionAreas;

    private AreaNames(Map<String, NavigableSet<Integer>> byName, List<String> shown, List<String> productionAreas) {
        this.byName = byName;
        this.shown = List.copyOf(shown);
        this.productionAreas = List.copyOf(productionAreas);
    }

    /** Reads the names of an open snapshot. */
    public static AreaNames of(SqlEngine engine) {
        Map<String, NavigableSet<Integer>> byName = new TreeMap<>();
        List<String> shown = new ArrayList<>();
        engine.list("SELECT p.area_id, p.name, p.name_english, m.production_area_id FROM platform_area p"
                + " JOIN platform_area_member m ON m.platform_area_id = p.area_id ORDER BY p.area_id", row -> {
                    for (int column = 1; column <= 3; column++) {
                        String name = row.getString(column);
                        byName.computeIfAbsent(folded(name), n -> new TreeSet<>()).add(row.getInt(4));
                        if (!shown.contains(name)) {
                            shown.add(name);
                        }
                    }
                    return row.getInt(4);
                });
        List<String> numbers = engine.list("SELECT area_id FROM production_area ORDER BY area_id", row -> {
            String number = Integer.toString(row.getInt(1));
            byName.computeIfAbsent(number, n -> new TreeSet<>()).add(row.getInt(1));
            shown.add(number);
            return number;
        });
        return new AreaNames(byName, shown, numbers);
    }

    /** The production areas of a name, in any case; empty if the area is unknown. */
    public Optional<NavigableSet<Integer>> resolve(String name) {
        return Optional.ofNullable(byName.get(folded(name)));
    }

    /** The production area with this number, as a set of one; empty if it is unknown. */
    public Optional<NavigableSet<Integer>> productionArea(String number) {
        return productionAreas.contains(folded(number)) ? resolve(number) : Optional.empty();
    }

    /** The numbers of all production areas, for error messages. */
    public List<String> productionAreas() {
        return productionAreas;
    }

    /** All known names, for error messages. */
    public List<String> shown() {
        return shown;
    }

    private static String folded(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        // 05 and 5 are the same production area
        return plain.matches("0+\\d+") ? plain.replaceFirst("^0+", "") : plain;
    }
}
