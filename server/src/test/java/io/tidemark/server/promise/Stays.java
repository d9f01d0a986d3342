package io.tidemark.server.promise;

import io.tidemark.data.reference.ShippedReference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** All stays that were ever delivered, and the marks that tell them apart in a sum. */
final class Stays {

    /** Treatment categories and targets, each with each. */
    static final List<String> CATEGORIES = List.of("Bath", "Medicinal", "Mechanical", "Thermal", "Freshwater",
            "Combination", "Other");
    static final List<String> TARGETS = List.of("Lice", "Bacteria", "Parasites", "Health", "Other");
    /** Mechanical against lice, of which the authority's treatments are, and no company's. */
    static final int THE_AUTHORITYS = CATEGORIES.indexOf("Mechanical") * TARGETS.size();
    private static final int WEEKS = 7;
    /** A mark that two stays of a week share differs by its bit. */
    private static final int SHARES = 3;

    private final List<String> causes;
    private final Random random;
    private final Map<LocalDate, Integer> marked = new HashMap<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final Map<String, List<Stay>> ofCause = new HashMap<>();
    private final Map<String, Set<Integer>> areas = new HashMap<>();
    private final List<Stay> all = new ArrayList<>();

    Stays(long seed, Path folder) {
        random = new Random(seed);
        try {
            Path list = ShippedReference.copy("loss_categories", folder).orElseThrow();
            causes = Files.readAllLines(list).stream().filter(line -> !line.startsWith("#")).skip(1)
                    .map(line -> line.split(",", -1)[4]).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new version of what a pen has in a piece. */
    Stay next(Pen pen, LocalDate piece) {
        int version = versions.merge(pen.id() + piece, 1, Integer::sum);
        int number = marked.merge(Calendar.mondayOf(piece), 1, Integer::sum) - 1;
        int share = number / causes.size();
        int week = Calendar.weekOf(piece);
        if (share >= SHARES || week >= WEEKS) {
            throw new IllegalStateException("no marks left for " + piece);
        }
        int kinds = CATEGORIES.size() * TARGETS.size() - 1;
        int kind = number % kinds;
        // a correction changes everything: fish, losses, feed and treatments
        int fish = pen.fish() + (version - 1) * 1_000;
        Stay stay = new Stay(pen, piece, version, fish, causes.get(number % causes.size()), number % 2 == 0
                ? "mortality" : "culling",
                1 << week + WEEKS * share, pen.fed() ? 100_000 + random.nextInt(800_000) : 0, kind < THE_AUTHORITYS
                ? kind : kind + 1, 1 << number / kinds);
        all.add(stay);
        ofCause.computeIfAbsent(stay.cause(), cause -> new ArrayList<>()).add(stay);
        return stay;
    }

    /** A site has another production area from now on. */
    void recoded(String site, int area) {
        areas.computeIfAbsent(site, each -> new HashSet<>()).add(area);
    }

    /** Whether a pen has, or had, a production area. */
    boolean wasIn(Pen pen, int area) {
        return pen.area() == area || areas.getOrDefault(pen.site(), Set.of()).contains(area);
    }

    /** The first day after all that was delivered. */
    LocalDate end() {
        return all.stream().map(stay -> Calendar.endOf(stay.piece())).max(Comparator.naturalOrder()).orElseThrow();
    }

    /** All that ever lost fish of a cause. */
    List<Stay> of(String cause) {
        return ofCause.getOrDefault(cause, List.of());
    }

    Collection<Stay> all() {
        return List.copyOf(all);
    }
}
