package io.tidemark.ingest.authority.statistics;

import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.ProductionAreaId;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.RowRejected;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sums one month, area and species over its stocking years. One bad row invalidates the total: a sum without it would look like
 * the authority's figure but be too small.
 */
public final class BiomassTotal {

    private static final int EARLIEST_YEAR = 1990;
    private static final int LATEST_YEAR = 2100;

    private final Key key;
    private final BiomassSums all = new BiomassSums();
    private final SortedMap<Optional<Integer>, BiomassSums> byStockingYear =
            new TreeMap<>(Comparator.comparing(year -> year.orElse(Integer.MAX_VALUE)));
    private final Map<String, Long> lineByStockingYear = new HashMap<>();
    private @Nullable RowFault spoiledBy;

    /** The month, area and species of a total. */
    public record Key(LocalDate month, @Nullable Integer productionAreaId, String speciesCode) implements Comparable<Key> {

        static final String YEAR = "ÅR";
        static final String MONTH = "MÅNED_KODE";
        public static final String AREA = "PO_KODE";
        public static final String COUNTY = "FYLKE";
        public static final String SPECIES = "ARTSID";

        private static final Comparator<Key> ORDER = Comparator.comparing(Key::month)
                .thenComparing(Key::productionAreaId, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(Key::speciesCode);

        /** The key of a row; figures by county have no area. */
        public static Key of(AuthorityRow row, boolean byCounty) throws RowRejected {
            String area = byCounty ? "" : row.text(AREA);
            return new Key(LocalDate.of(row.whole(YEAR, EARLIEST_YEAR, LATEST_YEAR), row.whole(MONTH, 1, 12), 1),
                    ProductionAreaId.isAbsent(area) ? null : ProductionAreaId.parse(AREA, area), species(row));
        }

        private static String species(AuthorityRow row) throws RowRejected {
            String text = row.required(SPECIES);
            return switch (text.toUpperCase(Locale.ROOT)) {
                case "LAKS" -> "SAL";
                case "REGNBUEØRRET" -> "TRR";
                default -> throw new RowRejected(SPECIES, text, "neither LAKS nor REGNBUEØRRET");
            };
        }

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    public BiomassTotal(Key key) {
        this.key = key;
    }

    /** Adds a whole row or nothing; figures by county add up all counties. */
    void add(AuthorityRow row, String stockingYearColumn, BiomassStatistics.Layout layout) throws RowRejected {
        boolean byCounty = layout == BiomassStatistics.Layout.COUNTY;
        String county = byCounty ? row.required(Key.COUNTY) + " " : "";
        Optional<Integer> stockingYear;
        Map<BiomassFigure, BigDecimal> figures = new EnumMap<>(BiomassFigure.class);
        try {
            stockingYear = stockingYear(row, stockingYearColumn);
            for (BiomassFigure figure : BiomassFigure.values()) {
                figures.put(figure, figure.of(row, layout == BiomassStatistics.Layout.AREA_2026));
            }
        } catch (RowRejected e) {
            if (spoiledBy == null) {
                spoiledBy = e.at(row.line());
            }
            throw e;
        }
        Long earlier = lineByStockingYear.putIfAbsent(county + stockingYear.map(String::valueOf).orElse(""), row.line());
        if (earlier != null) {
            throw new RowRejected(stockingYearColumn, row.text(stockingYearColumn), "line " + earlier + " has the same month, "
                    + (byCounty ? "county" : "area") + ", species and stocking year");
        }
        all.add(figures);
        byStockingYear.computeIfAbsent(stockingYear, year -> new BiomassSums()).add(figures);
    }

    private static Optional<Integer> stockingYear(AuthorityRow row, String column) throws RowRejected {
        return ProductionAreaId.isAbsent(row.text(column)) ? Optional.empty() : Optional.of(row.whole(column, EARLIEST_YEAR, LATEST_YEAR));
    }

    /** The faults of the good rows of an invalid total; empty if the total is valid. */
    Stream<RowFault> faultsOfTheOthers() {
        RowFault first = spoiledBy;
        if (first == null) {
            return Stream.empty();
        }
        String reason = "the total of its month, area and species cannot be computed: line " + first.line() + " is bad ("
                + first.column() + " " + first.value() + ", " + first.reason() + ")";
        return lineByStockingYear.values().stream().map(line -> new RowFault(line, "", "", reason));
    }

    /** The total; empty if it is invalid. */
    Stream<AuthorityMonth> month() {
        return spoiledBy != null ? Stream.empty() : Stream.of(all.of(key));
    }

    /** Its parts by stocking year, that without one last; none if the total is invalid. */
    Stream<AuthorityGeneration> generations() {
        return spoiledBy != null ? Stream.empty()
                : byStockingYear.entrySet().stream().map(part -> new AuthorityGeneration(part.getKey().orElse(null), part.getValue().of(key)));
    }
}
