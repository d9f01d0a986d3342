package io.tidemark.ingest.authority.statistics;

import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.RowRejected;
import java.math.BigDecimal;
import java.util.List;

/** A figure of the biomass statistics: the published columns that it sums, and their allowed values. */
enum BiomassFigure {

    CLOSING_COUNT(Kind.COUNT, "BEHFISK_STK"),
    BIOMASS_KG(Kind.WEIGHT, "BIOMASSE_KG"),
    SMOLT_COUNT(Kind.COUNT, "UTSETT_SMOLT_STK"),
    FEED_KG(Kind.WEIGHT, "FORFORBRUK_KG"),
    HARVEST_COUNT(Kind.COUNT, "UTTAK_STK"),
    HARVEST_KG(Kind.WEIGHT, "UTTAK_KG"),
    DEAD_COUNT(Kind.COUNT, "DØDFISK_STK"),
    DISCARDED_COUNT(Kind.COUNT, "UTKAST_STK"),
    ESCAPED_COUNT(Kind.COUNT, "RØMMING_STK"),
    /** The 2026 layout splits the former column ANDRE_STK; the sum of its parts is the same figure. */
    OTHER_COUNT(Kind.SIGNED_COUNT, "ANDRE_STK", "ANDRE_NY_STK", "TELLEFEIL_STK");

    private enum Kind { COUNT, SIGNED_COUNT, WEIGHT }

    /** An upper bound above all fish of the country, in count and kg, so that sums cannot overflow. */
    private static final BigDecimal BEYOND_BELIEF = BigDecimal.valueOf(10_000_000_000L);

    private final Kind kind;
    @SuppressWarnings("ImmutableEnumChecker") // List.of never changes
    private final List<String> columns;

    BiomassFigure(Kind kind, String... columns) {
        this.kind = kind;
        this.columns = List.of(columns);
    }

    /** The columns of the figure; all but the first exist only in the 2026 layout. */
    List<String> columns() {
        return columns;
    }

    /** The exact figure of a row. */
    BigDecimal of(AuthorityRow row, boolean layout2026) throws RowRejected {
        BigDecimal sum = BigDecimal.ZERO;
        for (String column : layout2026 ? columns : columns.subList(0, 1)) {
            sum = sum.add(value(row, column));
        }
        return sum;
    }

    private BigDecimal value(AuthorityRow row, String column) throws RowRejected {
        BigDecimal value = row.number(column);
        if (kind != Kind.SIGNED_COUNT && value.signum() < 0) {
            throw new RowRejected(column, row.text(column), "negative");
        }
        if (kind != Kind.WEIGHT && value.stripTrailingZeros().scale() > 0) {
            throw new RowRejected(column, row.text(column), "not a whole number");
        }
        if (value.abs().compareTo(BEYOND_BELIEF) >= 0) {
            throw new RowRejected(column, row.text(column), "too large");
        }
        return value;
    }
}
