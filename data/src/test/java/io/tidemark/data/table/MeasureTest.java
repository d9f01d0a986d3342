package io.tidemark.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The measures of cells, and where they stand without being named. */
class MeasureTest {

    @Test
    void aLineStandsForALineOfEachMeasure() {
        assertThat(Measure.inLines("""
                SELECT
                  c.week,
                  sum(c.{loss_measure}) AS {loss_measure},
                  c.days
                FROM c""")).isEqualTo("""
                SELECT
                  c.week,
                  sum(c.mortality_count) AS mortality_count,
                  sum(c.mortality_biomass_g) AS mortality_biomass_g,
                  sum(c.culling_count) AS culling_count,
                  sum(c.culling_biomass_g) AS culling_biomass_g,
                  c.days
                FROM c""");
        assertThat(Measure.inLines("  {stock_measure},\n").lines()).hasSize(10).startsWith("  fish_days,")
                .endsWith("  gain_biomass_g,");
    }

    @Test
    void otherPartsAreLeft() {
        String sql = "SELECT {column},\n  '{stock_measure' AS text\nFROM ({rows})";

        assertThat(Measure.inLines(sql)).isEqualTo(sql);
    }

    @Test
    void tablesOfCellsHaveEachInOrder() {
        for (TableContract table : List.of(DerivedTables.STOCK_CELL, LedgerTables.STOCK)) {
            assertThat(table.columns()).extracting(Column::name).containsSubsequence(Measure.names(Measure.STOCK));
        }
        for (TableContract table : List.of(DerivedTables.LOSS_CELL, LedgerTables.LOSS)) {
            assertThat(table.columns()).extracting(Column::name).containsSubsequence(Measure.names(Measure.LOSS))
                    .doesNotContain("fish_days");
        }
        assertThat(DerivedTables.STOCK_CELL.column("gain_g").since()).isEqualTo(4);
        assertThat(LedgerTables.STOCK.column("gain_g").since()).isEqualTo(2);
    }
}
