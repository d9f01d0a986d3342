package io.tidemark.server.sql;

import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables and views with rows of farmers, which other callers must not see.
 *
 * @param names the names of the tables and views
 */
public record FarmersData(Set<String> names) {

    private static final Set<String> TABLES = Stream.of(
            List.of(LakeTables.STOCK_DAY, LakeTables.LOSS_DAY, LakeTables.TREATMENT, LakeTables.LICE_COUNT,
                    LakeTables.SOURCE_STATUS, LakeTables.CORRECTION), DerivedTables.all(),
            LedgerTables.all())
            .flatMap(List::stream).filter(FarmerRows::areIn).map(TableContract::name)
            .collect(Collectors.toUnmodifiableSet());

    /** The tables, with the views that use them. */
    public static FarmersData with(List<SnapshotView> views) {
        return new FarmersData(SqlViews.standingOn(TABLES, views));
    }

    /** Whether these lines read any of the tables and views. */
    public boolean isReadBy(List<SqlLine> lines) {
        return lines.stream().anyMatch(line -> SqlViews.mentions(line.text(), names));
    }
}
