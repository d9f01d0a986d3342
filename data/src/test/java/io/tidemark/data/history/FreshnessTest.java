package io.tidemark.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last day and the last delivery of each table of two companies, of the lists and of the authority's figures. */
class FreshnessTest {

    private static final Instant NIGHT = Instant.parse("2026-06-08T02:00:00Z");

    @TempDir
    private static Path folder;
    private static List<Freshness> all = List.of();

    @BeforeAll
    static void publish() {
        Lake lake = Lake.at(folder.resolve("lake"));
        String reading = "'100' AS site_id, 7.5 AS temperature, 1 AS measurement_count";
        String treatment = "'100' AS site_id, 'Thermal' AS treatment_category, 'Lice' AS treatment_target, true AS "
                + "requires_handling, false AS is_antibiotic, 1 AS treatment_count";
        Snapshot snapshot = TestLake.coast(lake, "33").groups("12")
                .stock(1, LocalDate.of(2026, 6, 4), LocalDate.of(2026, 6, 5), 1000).fed()
                .stock(1, LocalDate.of(2026, 6, 6), LocalDate.of(2026, 6, 7), 1000)
                .add(LakeTables.TEMPERATURE_DAY, "SELECT DATE '2026-06-02' AS date, 'F01' AS farmer_id, 'farmer' AS "
                + "data_source, " + reading)
                .add(LakeTables.TEMPERATURE_DAY, "SELECT DATE '2026-06-03' AS date, 'authority' AS data_source, "
                + reading)
                .add(LakeTables.TREATMENT, "SELECT '1' AS treatment_id, DATE '2026-06-01' AS date, 'F01' AS "
                + "farmer_id, 'farmer' AS data_source, " + treatment)
                .add(LakeTables.TREATMENT, "SELECT '1' AS treatment_id, DATE '2026-05-31' AS date, 'authority' AS "
                + "data_source, " + treatment)
                .add(LakeTables.AUTHORITY_MONTH, "SELECT DATE '2026-04-01' AS month, 3 AS production_area_id, 'SAL' "
                        + "AS species_code, "
                        + LakeTables.AUTHORITY_MONTH.columns().stream().skip(3).map(column -> "0 AS " + column.name())
                        .collect(Collectors.joining(", ")))
                .add(LakeTables.DISEASE_PERIOD, "SELECT '100' AS site_id, 'PD' AS disease, status, from_date, to_date "
                        + "FROM (VALUES "
                        + "('suspected', DATE '2026-05-01', DATE '2026-05-20'), ('confirmed', DATE '2026-05-18', "
                        + "NULL)) AS t(status, from_date, to_date)")
                .received("authority/disease report", "week 21", NIGHT)
                .received("farmers/F01/stock", "monday", NIGHT).received("farmers/F02/losses", "sunday", NIGHT)
                .received("reference/farmers", "lists", NIGHT).received("authority/biomass statistics", "may", NIGHT)
                .received("authority/lice report", "week 23", NIGHT)
                .received("authority/lice treatments", "week 22", NIGHT).publish();
        try (DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            all = Freshness.of(session, snapshot);
        }
    }

    // company, table, last day, delivery
    @Test
    void everyTableHasItsLastDayAndDelivery() {
        assertThat(all).extracting(each -> each.farmer() + " | " + each.table() + " | " + each.lastDay() + " | "
                + (each.received() == null ? "-" : each.received().delivery())).containsExactly("""
                null | complete through | 2026-06-07 | -
                F01 | stock | 2026-06-07 | monday
                F01 | losses | 2026-06-06 | -
                F01 | feeding | 2026-06-05 | -
                F01 | temperatures | 2026-06-02 | -
                F01 | treatments | 2026-06-01 | -
                F02 | stock | null | -
                F02 | losses | null | sunday
                F02 | feeding | null | -
                F02 | temperatures | null | -
                F02 | treatments | null | -
                null | authority/biomass statistics | 2026-04-01 | may
                null | authority/disease report | 2026-05-20 | week 21
                null | authority/lice report | 2026-06-03 | week 23
                null | authority/lice treatments | 2026-05-31 | week 22
                null | reference/farmers | null | lists
                """.lines().toArray(String[]::new));
    }

    @Test
    void fieldsAreTexts() {
        assertThat(all.get(1).fields()).hasToString("{farmer=F01, table=stock, last_day=2026-06-07, delivery=monday, "
                + "sender=sftp, taken_at=2026-06-08T02:00:00Z}");
        assertThat(all.get(6).fields()).hasToString("{farmer=F02, table=stock, last_day=null, delivery=null, "
                + "sender=null, taken_at=null}");
    }
}
