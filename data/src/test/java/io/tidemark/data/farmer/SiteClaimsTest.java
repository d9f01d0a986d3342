package io.tidemark.data.farmer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose a site is: the list says it, else the register's owners, else who had stock there first. */
class SiteClaimsTest {

    @TempDir
    private Path folder;

    @Test
    void sitesAndTheirCompanies() {
        Lake lake = Lake.at(folder.resolve("lake"));
        // site 100 is listed for F02, and F01 has stock there; 200 is F03's by the register; 300 and 400 are nobody's
        // by name, 400 though the register has an owner; 500 is empty
        Snapshot snapshot = TestLake.coast(lake, "33333").groups("12345")
                .replace(LakeTables.FARMER, "SELECT 'F0' || i AS farmer_id, 'Laks' AS farmer_name, 'G' || i AS "
                        + "farmer_group_key, 'Gruppe' AS farmer_group_name, "
                        + "'standard' AS tier, '99999999' || i AS organisation_number FROM range(1, 6) AS r(i)")
                .replace(LakeTables.SITE, "SELECT i || '00' AS site_id, 'Holmen' AS site_name, 'offshore' AS "
                        + "placement, 3 AS production_area_id, "
                        + "CASE WHEN i < 3 THEN ['999999993'] WHEN i = 3 THEN [] WHEN i = 4 THEN ['888888888'] END AS "
                        + "owner_numbers FROM range(1, 6) AS r(i)")
                .add(LakeTables.SITE_FARMER, "SELECT '100' AS site_id, 'F02' AS farmer_id")
                .week(1, 4)
                // the same pens a week later, which are others'
                .add(LakeTables.STOCK_DAY, "SELECT DATE '2026-06-08' AS date, '300' AS site_id, 'A' AS unit_id, 'F05' "
                        + "AS farmer_id, 'C' AS cohort_id, "
                        + "'V2025' AS generation, 'SAL' AS species_code, 1 AS fish_count, 1 AS avg_weight_gram, 1 AS "
                        + "biomass_g, 0 AS mortality_count, "
                        + "0 AS mortality_biomass_g, 0 AS culling_count, 0 AS culling_biomass_g").publish();
        try (DuckSession session = DuckSession.open(TestLake.settings(folder))) {
            List<SiteClaims> claims = SiteClaims.of(session, snapshot);
            assertThat(claims).extracting(each -> each.siteId() + " " + each.namedBy() + " " + each.farmers() + " "
                    + each.withStock() + " " + each.others())
                    .containsExactly("100 list [F02] [F01] [F01]", "200 register [F03] [F02] [F02]",
                    "300 stock [F03] [F03, F05] [F05]", "400 unconfirmed [F04] [F04] []");
            assertThat(claims.getFirst()
                    .fields()).hasToString("{site_id=100, site_name=Holmen, named_by=list, farmers=[F02], "
                    + "with_stock=[F01], others=[F01]}");
        }
    }
}
