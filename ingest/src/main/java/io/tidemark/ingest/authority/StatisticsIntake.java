package io.tidemark.ingest.authority;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.authority.statistics.AuthorityMonth;
import io.tidemark.ingest.authority.statistics.BiomassStatistics;
import io.tidemark.ingest.authority.statistics.BiomassStatistics.Layout;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The authority's biomass statistics: one file speaks for a month. Figures by production area go before figures by county, in the
 * delivery and in the lake; then the later layout, then the later file name.
 */
final class StatisticsIntake {

    private record Statistics(AuthorityFile file, BiomassStatistics content) {}

    private final DuckSession session;
    private final LocalDate today;
    private final List<Statistics> statistics = new ArrayList<>();

    StatisticsIntake(DuckSession session, LocalDate today) {
        this.session = session;
        this.today = today;
    }

    /** Takes a file; its rows are put into the database by {@link #finish}. */
    void take(AuthorityFile file, BiomassStatistics content) {
        statistics.add(new Statistics(file, content));
        file.read(content.read(), content.faults());
        file.note(content.layout().note());
        long late = content.months().stream().map(AuthorityMonth::month).filter(m -> m.isAfter(today)).distinct().count();
        if (late > 0) {
            file.note("left out: " + late + " months after " + today);
        }
    }

    /** After all files. */
    void finish() {
        statistics.sort(Comparator.comparing((Statistics s) -> s.content().layout())
                .thenComparing(s -> s.file().file().relative()));
        Set<LocalDate> byArea = new HashSet<>(session.list("SELECT DISTINCT CAST(month AS VARCHAR) FROM old_authority_month "
                + "WHERE production_area_id IS NOT NULL", row -> LocalDate.parse(row.getString(1))));
        statistics.stream().filter(s -> s.content().layout() != Layout.COUNTY)
                .forEach(s -> s.content().months().forEach(m -> byArea.add(m.month())));
        List<Object[]> rows = new ArrayList<>();
        for (int rank = 0; rank < statistics.size(); rank++) {
            Statistics file = statistics.get(rank);
            boolean byCounty = file.content().layout() == Layout.COUNTY;
            Set<LocalDate> covered = new HashSet<>();
            for (AuthorityMonth m : file.content().months()) {
                if (byCounty && byArea.contains(m.month())) {
                    covered.add(m.month());
                } else if (!m.month().isAfter(today)) {
                    rows.add(row(m, rank));
                }
            }
            if (!covered.isEmpty()) {
                file.file().note("left out: " + covered.size() + " months that are known by production area");
            }
        }
        session.runAll("INSERT INTO statistics_month VALUES (CAST($1 AS DATE), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, "
                + "$12, $13, $14)", rows);
    }

    private static Object[] row(AuthorityMonth m, int rank) {
        return new Object[] {m.month().toString(), m.productionAreaId(), m.speciesCode(), m.closingCount(), m.biomassKg(),
            m.smoltCount(), m.feedKg(), m.harvestCount(), m.harvestKg(), m.deadCount(), m.discardedCount(), m.escapedCount(),
            m.otherCount(), rank};
    }
}
