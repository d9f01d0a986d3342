package io.tidemark.ingest.authority.statistics;

import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityTable;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The authority's biomass statistics by production area, in the layouts of 2024 and 2026, or by county: one row per month, area (county), species and
 * stocking year, stock and biomass at the end of the month. The stocking years are kept, and summed exactly; kg are rounded once, half away from
 * zero, after the sum.
 *
 * <p>Figures by county cannot be split by production area: a county spans several areas (its measures against lice are reported from two to four of
 * them), and four counties share area 3. So the counties, including UOPPGITT, are summed to a national figure without an area.
 *
 * @param layout     the layout of its columns
 * @param months     by month, area (none last) and species
 * @param generations the same by stocking year too (none last)
 * @param faults     rejected rows, by line; a bad figure also rejects the other rows of its month, area and species, since their sum would be too
 * small
 * @param read       rows read, good and bad, without header and blank lines
 */
public record BiomassStatistics(Layout layout, List<AuthorityMonth> months, List<AuthorityGeneration> generations, List<RowFault> faults,
        long read) implements AuthorityContent {

    /** The file format by production area, and its reader. */
    public static final AuthorityFormat BY_AREA = format(BiomassTotal.Key.AREA, false);

    /** The file format by county, and its reader. */
    public static final AuthorityFormat BY_COUNTY = format(BiomassTotal.Key.COUNTY, true);

    /** The layouts of the columns. */
    public enum Layout {
        /** Figures by county, with the counties of 2020. */
        COUNTY(0, "by county: added up to the whole country, since no county lies in one production area alone"),
        /** Figures by production area. */
        AREA_2024(1, "layout of 2024"),
        /** Figures by production area, with ANDRE_NY_STK and TELLEFEIL_STK. */
        AREA_2026(2, "layout of 2026");

        private final int rank;
        private final String note;

        Layout(int rank, String note) {
            this.rank = rank;
            this.note = note;
        }

        /** The rank: if several files have a month, the highest rank wins. Rank 0 has no areas. */
        int rank() {
            return rank;
        }

        /** The remark for people. */
        public String note() {
            return note;
        }
    }

    private static final String STOCKING_YEAR = "UTSETTSÅR";

    /** Copies the lists. */
    public BiomassStatistics {
        months = List.copyOf(months);
        generations = List.copyOf(generations);
        faults = List.copyOf(faults);
    }

    /**
     * Reads a file.
     *
     * @throws AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static BiomassStatistics read(Path file, boolean byCounty, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, requiredColumns(byCounty), stop)) {
            Layout layout = byCounty ? Layout.COUNTY : isLayout2026(file, csv) ? Layout.AREA_2026 : Layout.AREA_2024;
            SortedMap<BiomassTotal.Key, BiomassTotal> totals = new TreeMap<>();
            AuthorityTable.Outcome outcome = csv.read(row -> totals
                    .computeIfAbsent(BiomassTotal.Key.of(row, byCounty), BiomassTotal::new).add(row, STOCKING_YEAR, layout));
            List<RowFault> faults = new ArrayList<>(outcome.faults());
            totals.values().forEach(total -> total.faultsOfTheOthers().forEach(faults::add));
            faults.sort(Comparator.comparingLong(RowFault::line));
            return new BiomassStatistics(layout, totals.values().stream().flatMap(BiomassTotal::month).toList(),
                    totals.values().stream().flatMap(BiomassTotal::generations).toList(), faults, outcome.read());
        }
    }

    private static List<String> requiredColumns(boolean byCounty) {
        return Stream.concat(
                Stream.of(BiomassTotal.Key.YEAR, BiomassTotal.Key.MONTH,
                        byCounty ? BiomassTotal.Key.COUNTY : BiomassTotal.Key.AREA, BiomassTotal.Key.SPECIES, STOCKING_YEAR),
                Stream.of(BiomassFigure.values()).map(figure -> figure.columns().getFirst())).toList();
    }

    /** One of the added columns without the other is an unknown layout, and would give half a figure. */
    private static boolean isLayout2026(Path file, AuthorityTable csv) {
        List<String> added = Stream.of(BiomassFigure.values())
                .flatMap(figure -> figure.columns().stream().skip(1)).toList();
        List<String> missing = added.stream().filter(column -> !csv.has(column)).toList();
        if (missing.isEmpty() || missing.size() == added.size()) {
            return missing.isEmpty();
        }
        throw new AuthorityFormatException(file, "missing required column " + String.join(", ", missing)
                + " (the file has one of " + String.join(", ", added) + ")");
    }

    private static AuthorityFormat format(String territory, boolean byCounty) {
        return new AuthorityFormat("biomass statistics", requiredColumns(byCounty), head -> head.has(territory, BiomassTotal.Key.SPECIES),
                (file, stop) -> read(file, byCounty, stop));
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        try (RowAppender rows = staging.append(StagingTables.STATISTICS_MONTH)) {
            months.forEach(m -> rows.add(m.month(), m.productionAreaId(), m.speciesCode(), m.closingCount(), m.biomassKg(),
                    m.smoltCount(), m.feedKg(), m.harvestCount(), m.harvestKg(), m.deadCount(), m.discardedCount(), m.escapedCount(),
                    m.otherCount(), layout.rank(), source.path(), source.number()));
        }
        try (RowAppender rows = staging.append(StagingTables.STATISTICS_GENERATION)) {
            for (AuthorityGeneration generation : generations) {
                AuthorityMonth m = generation.figures();
                rows.add(m.month(), m.productionAreaId(), m.speciesCode(), generation.stockingYear(), m.closingCount(), m.biomassKg(),
                        m.smoltCount(), m.feedKg(), m.harvestCount(), m.harvestKg(), m.deadCount(), m.discardedCount(), m.escapedCount(),
                        m.otherCount(), layout.rank(), source.path(), source.number());
            }
        }
        List<String> notes = new ArrayList<>(List.of(layout.note()));
        long late = months.stream().map(AuthorityMonth::month).filter(m -> m.isAfter(source.today())).distinct().count();
        if (late > 0) {
            notes.add("left out: " + late + " months after " + source.today());
        }
        return new Staged(notes);
    }
}
