package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.server.FolderCopy;
import io.tidemark.server.http.Json;
import io.tidemark.server.live.HandMadeDelivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.Period;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Faults that are planted in each table of a ledger. From June 2026 on five groups have a site each in area 3, which is
 * open to view, and two of them another one in area 9, which is not. A pen of each of the five is treated once, and
 * another one never. The ledger of that lake is sound; then a fault is in one of its tables.
 */
class CertifiedLedgerTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 6, 1);
    private static final LocalDate END = LocalDate.of(2026, 7, 19);

    @TempDir
    private static Path template;

    @TempDir
    private Path folder;
    private Path lake;

    @BeforeAll
    static void oneMonth() {
        HandMadeDelivery delivery = new HandMadeDelivery(template.resolve("delivery"));
        for (int i = 1; i <= 5; i++) {
            String farmer = "F" + i;
            delivery.farmer(farmer, "G" + i);
            stocked(delivery, farmer, "1000" + i, 3, 1000 + 100 * i, i);
            for (String pen : List.of("B", "C")) {
                String fish = ",1000" + i + "," + pen + ",C,SAL,1000,2000,V2026";
                BEGIN.datesUntil(END.plusDays(1)).forEach(day ->
                        delivery.line("farmers/" + farmer + "/stock.csv", "stock", day + fish));
            }
            delivery.line("farmers/" + farmer + "/treatments.csv", "treatments", "B,2026-06-24,1000" + i
                    + ",Thermal,Lice,true,false,B,,,,1,");
            if (i <= 2) {
                stocked(delivery, farmer, "2000" + i, 9, 1000, i);
            }
        }
        CommandRun run = CommandRun.of("ingest", delivery.write().toString(), "--today", "2026-07-20", "--lake",
                template.resolve("lake").toString());
        assertThat(run.code()).as(run.err()).isZero();
    }

    private static void stocked(HandMadeDelivery delivery, String farmer, String site, int area, int fish, int i) {
        String files = "farmers/" + farmer + "/";
        delivery.site(site, area).stock(farmer, site, BEGIN, END, fish);
        BEGIN.datesUntil(END.plusDays(1)).forEach(day ->
                delivery.line(files + "feeding.csv", "feeding", day + "," + site + ",A," + (10 + i))
                .line(files + "temperatures.csv", "temperatures", day + "," + site + "," + (5 + area) + "." + i
                + ",3,1"));
        BEGIN.datesUntil(END, Period.ofDays(7)).forEach(monday ->
                delivery.loss(farmer, site, monday, "mortality", "A101", 2 * i)
                .loss(farmer, site, monday.plusDays(1), "culling", "B101", i)
                .line(files + "treatments.csv", "treatments", site + monday + "," + monday.plusDays(2) + "," + site
                        + ",Bath,Lice,true,false,A,,,,1,"));
    }

    @BeforeEach
    void start() throws IOException {
        lake = folder.resolve("lake");
        FolderCopy.copy(template.resolve("lake"), lake);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # the treatments of an area of two companies, as if its week had been open to view
            released_treatment | * REPLACE (9 AS production_area_id) | no atom lies inside production area 9 in that week
            # and those of a weight group that nobody else has
            released_touch | * REPLACE (750 AS weight_group_gram) | is released for generation V2026 and 750 g, and no atom lies inside it
            released_touch | * REPLACE ('H2025' AS generation, false AS is_open_band) | is released for generation H2025, and no atom lies inside it
            # losses that are counted in another sum than their fish
            released_loss_cell | * REPLACE (atom + 1 AS atom) | losses of site 10001 in 2026-06-01 do not lie on stock of their atom 2
            # unit-days, and site-days, of which somebody's are missing
            released_feed_day | * FROM it WHERE farmer_group_key NOT IN ('G1', 'G2') | degrees are not safe: 3 groups
            treatment_event | * FROM it WHERE farmer_group_key NOT IN ('G1', 'G2') | of treated units of the quarter from 2026-04-01 is not safe: 3 groups
            untreated_rate | * FROM it WHERE farmer_group_key NOT IN ('G1', 'G2') | of untreated fish of 2 kg in the week from 2026-06-22 is not safe: 3 groups
            released_stock_cell | * REPLACE (CASE WHEN farmer_id NOT IN ('F1', 'F2') THEN gain_biomass_g END AS gain_biomass_g) | of feed of 2026-06-01 is not safe: 3 groups
            released_stock_cell | * REPLACE (CASE WHEN farmer_id NOT IN ('F1', 'F2') THEN book_before END AS book_before) | of 2026-06-01 are not safe: 3 groups
            released_stock_cell | * REPLACE (CASE WHEN site_id <> '10005' THEN book_before END AS book_before) | atom 1 of 2026-06-01 has sites with a book and sites without
            # a book that is counted twice, and one with fish that nobody sees
            released_stock_cell | * FROM it UNION ALL BY NAME SELECT * REPLACE (weight_class + 100 AS weight_class) FROM it WHERE site_id = '10001' | the book of site 10001, V2026, is in 2026-06-01 2 times
            released_stock_cell | * FROM it UNION ALL BY NAME SELECT * REPLACE (weight_class + 100 AS weight_class, CAST(NULL AS INTEGER) AS atom, CAST(NULL AS BIGINT) AS book_before) FROM it WHERE site_id = '10001' | the book of site 10001, V2026, of 2026-06-01 has rows outside its atoms
            released_site_day | * FROM it WHERE farmer_group_key NOT IN ('G1', 'G2') | of feeding days of 2026-06-01 is not safe: 3 groups
            # atoms of feed that have a cell less than their rows say
            released_stock_cell | * REPLACE (feed_atom_cells + 1 AS feed_atom_cells) | of feed of 2026-06-01 has 1 cells and says 2
            """)
    void aFaultIsFound(String table, String columns, String found) throws IOException {
        plant(table, columns);

        CommandRun run = CommandRun.of("snapshot", "certify", "--lake", lake.toString(), "--json");
        assertThat(run.code()).isEqualTo(1);
        JsonNode made = Json.MAPPER.readTree(run.out());
        assertThat(made.get("holds").asBoolean()).isFalse();
        assertThat(made.get("faults")).as(run.err()).anySatisfy(fault -> assertThat(fault.asText()).contains(found));
    }

    /** Another content of a table's only file, as a fault of the program could write it. */
    private void plant(String table, String columns) throws IOException {
        Path file = lake.resolve("ledger").resolve(table).resolve("year=2026/000001.parquet");
        Path other = folder.resolve("planted.parquet");
        String from = "(SELECT * FROM read_parquet('" + file + "'))";
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            session.run("COPY (WITH it AS " + from + " SELECT "
                    + (columns.contains("FROM") ? columns : columns + " FROM it") + ") TO '" + other
                    + "' (FORMAT parquet)");
        }
        Files.delete(file);
        Files.move(other, file);
    }
}
