package io.tidemark.ingest.authority.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.Map;

/** Exact sums of the figures of the biomass statistics; kg are rounded once, when they are asked for. */
final class BiomassSums {

    private final Map<BiomassFigure, BigDecimal> sums = new EnumMap<>(BiomassFigure.class);

    void add(Map<BiomassFigure, BigDecimal> figures) {
        figures.forEach((figure, value) -> sums.merge(figure, value, BigDecimal::add));
    }

    /** The sums as figures of a month, area and species. */
    AuthorityMonth of(BiomassTotal.Key key) {
        return new AuthorityMonth(key.month(), key.productionAreaId(), key.speciesCode(),
                rounded(BiomassFigure.CLOSING_COUNT), rounded(BiomassFigure.BIOMASS_KG), rounded(BiomassFigure.SMOLT_COUNT),
                rounded(BiomassFigure.FEED_KG), rounded(BiomassFigure.HARVEST_COUNT), rounded(BiomassFigure.HARVEST_KG),
                rounded(BiomassFigure.DEAD_COUNT), rounded(BiomassFigure.DISCARDED_COUNT), rounded(BiomassFigure.ESCAPED_COUNT),
                rounded(BiomassFigure.OTHER_COUNT));
    }

    private long rounded(BiomassFigure figure) {
        return sums.getOrDefault(figure, BigDecimal.ZERO).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
