package io.tidemark.ingest.authority;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The authority's biomass statistics by production area, in the layouts of 2024 and 2026: one row per month, area, species and
 * stocking year, stock and biomass at the end of the month. The stocking years are summed exactly; kg are rounded once, half away
 * from zero, after the sum.
 *
 * @param layoutYear 2024 or 2026 (with ANDRE_NY_STK and TELLEFEIL_STK)
 * @param months     by month, area (none last) and species
 * @param faults     rows that were not taken, by line; a bad figure also takes the other rows of its month, area and species with
 *                   it, since their sum alone would be too small
 * @param read       rows read, good and bad, without header and blank lines
 */
public record BiomassStatistics(int layoutYear, List<AuthorityMonth> months, List<RowFault> faults, long read) {

    private static final String STOCKING_YEAR = "UTSETTSÅR";

    /** Copies the lists. */
    public BiomassStatistics {
        months = List.copyOf(months);
        faults = List.copyOf(faults);
    }

    /**
     * Reads a file.
     *
     * @throws AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static BiomassStatistics read(Path file) {
        try (AuthorityCsv csv = AuthorityCsv.open(file, requiredColumns())) {
            boolean layout2026 = isLayout2026(file, csv);
            SortedMap<BiomassTotal.Key, BiomassTotal> totals = new TreeMap<>();
            AuthorityCsv.Outcome outcome = csv.read(row -> totals
                    .computeIfAbsent(BiomassTotal.Key.of(row), BiomassTotal::new).add(row, STOCKING_YEAR, layout2026));
            List<RowFault> faults = new ArrayList<>(outcome.faults());
            totals.values().forEach(total -> total.faultsOfTheOthers().forEach(faults::add));
            faults.sort(Comparator.comparingLong(RowFault::line));
            return new BiomassStatistics(layout2026 ? 2026 : 2024,
                    totals.values().stream().flatMap(BiomassTotal::month).toList(), faults, outcome.read());
        }
    }

    private static List<String> requiredColumns() {
        return Stream.concat(
                Stream.of(BiomassTotal.Key.YEAR, BiomassTotal.Key.MONTH, BiomassTotal.Key.AREA, BiomassTotal.Key.SPECIES,
                        STOCKING_YEAR),
                Stream.of(BiomassFigure.values()).map(figure -> figure.columns().getFirst())).toList();
    }

    /** One of the added columns without the other is no known layout, and half of a figure. */
    private static boolean isLayout2026(Path file, AuthorityCsv csv) {
        List<String> added = Stream.of(BiomassFigure.values())
                .flatMap(figure -> figure.columns().stream().skip(1)).toList();
        List<String> missing = added.stream().filter(column -> !csv.has(column)).toList();
        if (missing.isEmpty() || missing.size() == added.size()) {
            return missing.isEmpty();
        }
        throw new AuthorityFormatException(file, "missing required column " + String.join(", ", missing)
                + " (the file has one of " + String.join(", ", added) + ")");
    }
}
