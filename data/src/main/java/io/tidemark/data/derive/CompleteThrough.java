package io.tidemark.data.derive;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the day up to which a snapshot's stock is complete: the latest day that at least 95 % of the sea sites with
 * fish have delivered (definitions.md, section 1). A period is complete when its last day is not after it.
 */
public final class CompleteThrough {

    private static final SqlStatement DAY = SqlFile.of("derive/complete_through.sql").get("complete_through");
    private static final SqlFile CLAIMS = SqlFile.of("derive/claims.sql");
    /** A site counts if it has fish within this many days up to the last day of the data. */
    private static final int DAYS = 14;

    private CompleteThrough() {}

    /** Finds the day for a staged snapshot, whose delivered tables are written; null without stock. */
    public static @Nullable LocalDate of(DuckSession session, StagedSnapshot staged) {
        return of(session, (table, year) -> year == null ? staged.rows(table) : staged.rows(table, year),
                staged.lastDate(LakeTables.STOCK_DAY));
    }

    /**
     * Finds the day for the given rows.
     *
     * @param rows    the rows of the delivered tables
     * @param dataEnd the last day of the stock; null without stock
     * @return null without stock; {@code dataEnd} when no site at sea has fish
     */
    public static @Nullable LocalDate of(DuckSession session, Derivation.Rows rows, @Nullable LocalDate dataEnd) {
        if (dataEnd == null) {
            return null;
        }
        // files hold a year: the days may lie in two years
        List<String> years = dataEnd.minusDays(DAYS - 1).datesUntil(dataEnd.plusDays(1)).map(LocalDate::getYear)
                .distinct().map(year -> rows.of(LakeTables.STOCK_DAY, year)).toList();
        String sites = rows.of(LakeTables.SITE, null);
        SqlStatement named = CLAIMS.get("named").part("site_farmer", rows.of(LakeTables.SITE_FARMER, null))
                .part("site", sites).part("farmer", rows.of(LakeTables.FARMER, null));
        return DAY.part("stock_day", String.join(" UNION ALL ", years)).part("site", sites)
                .part("unconfirmed", CLAIMS.get("unconfirmed").part("site", sites).part("named", named))
                .part("species", rows.of(LakeTables.SPECIES, null)).with("data_end", dataEnd)
                .first(session, row -> Optional.ofNullable(row.getObject(1, LocalDate.class))).flatMap(day -> day)
                .orElse(dataEnd);
    }
}
