package io.tidemark.ingest.authority.statistics;

import io.tidemark.ingest.authority.format.AuthorityCsv;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.RowFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The authority's biomass statistics by production area, in the layouts of 2024 and 2026, or by county: one row per month, area
 * (county), species and stocking year, stock and biomass at the end of the month. The stocking years are summed exactly; kg are
 * rounded once, half away from zero, after the sum.
 *
 * <p>By county: no county lies in one production area alone (measures against lice of one county are reported from two to four of
 * them, and four counties share area 3), and a figure cannot be split. So the counties, UOPPGITT too, are added up to the whole
 * country's figure, which names no area.
 *
 * @param layout     which columns the file has
 * @param months     by month, area (none last) and species
 * @param faults     rows that were not taken, by line; a bad figure also takes the other rows of its month, area and species with
 *                   it, since their sum alone would be too small
 * @param read       rows read, good and bad, without header and blank lines
 */
public record BiomassStatistics(Layout layout, List<AuthorityMonth> months, List<RowFault> faults, long read) {

    /** Which columns a file has. */
    public enum Layout {
        /** By county, with the counties of 2020. */
        COUNTY("by county: added up to the whole country, since no county lies in one production area alone"),
        /** By production area. */
        AREA_2024("layout of 2024"),
        /** By production area, with ANDRE_NY_STK and TELLEFEIL_STK. */
        AREA_2026("layout of 2026");

        private final String note;

        Layout(String note) {
            this.note = note;
        }

        /** What people should know. */
        public String note() {
            return note;
        }
    }

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
    public static BiomassStatistics read(Path file, boolean byCounty) {
        try (AuthorityCsv csv = AuthorityCsv.open(file, requiredColumns(byCounty))) {
            Layout layout = byCounty ? Layout.COUNTY : isLayout2026(file, csv) ? Layout.AREA_2026 : Layout.AREA_2024;
            SortedMap<BiomassTotal.Key, BiomassTotal> totals = new TreeMap<>();
            AuthorityCsv.Outcome outcome = csv.read(row -> totals
                    .computeIfAbsent(BiomassTotal.Key.of(row, byCounty), BiomassTotal::new).add(row, STOCKING_YEAR, layout));
            List<RowFault> faults = new ArrayList<>(outcome.faults());
            totals.values().forEach(total -> total.faultsOfTheOthers().forEach(faults::add));
            faults.sort(Comparator.comparingLong(RowFault::line));
            return new BiomassStatistics(layout, totals.values().stream().flatMap(BiomassTotal::month).toList(), faults,
                    outcome.read());
        }
    }

    private static List<String> requiredColumns(boolean byCounty) {
        return Stream.concat(
                Stream.of(BiomassTotal.Key.YEAR, BiomassTotal.Key.MONTH,
                        byCounty ? BiomassTotal.Key.COUNTY : BiomassTotal.Key.AREA, BiomassTotal.Key.SPECIES, STOCKING_YEAR),
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
