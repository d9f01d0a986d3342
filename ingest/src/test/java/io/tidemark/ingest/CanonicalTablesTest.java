package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every canonical table is ingested with the lake's columns and types. */
class CanonicalTablesTest {

    private static final String SQUARE = """
            {""type"":""Polygon"",""coordinates"":[[[%1$d,60],[%2$d,60],[%2$d,61],[%1$d,61],[%1$d,60]]]}""";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder);
    }

    private void everything() {
        delivery.file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("reference/platform_areas.csv", """
                        area_id,name,name_english,production_area_ids
                        A1,Sør-kysten,South coast,1
                        A2,Nord-kysten,North coast,2 | 3
                        """)
                .file("reference/loss_categories.csv", """
                        # a comment, "with quotes"

                        level_1_code,level_1_name,level_2_code,level_2_name,level_3_code,category_name,placement_sea,\
                        last_modified
                        A,Infeksjon,A1,Virus,a101,Pankreassykdom,true,2026-01-01T02:00:00+02:00
                        B,Skade,B1,Mekanisk,B101,Avlusing,false,
                        """)
                .file("reference/loss_category_changes.csv", """
                        date,from_code,from_name,to_code,to_name,description,changed_by
                        2026-02-01,A100,Gammel,A101,Pankreassykdom,"to lines
                        of text",authority
                        """)
                .file("reference/marine_types.csv", "code,name\n1,Åpen eksponert kyst\n")
                .file("reference/marine_type_regions.csv", "code,name\nN,Nordsjøen Sør\n")
                .file("reference/site_marine_types.csv", "site_id,marine_type_code,marine_type_region_code\n100,1,N\n")
                .file("authority/production_area.csv", "area_id,area_name,region_name,area_geojson\n"
                        + "1,Sørområdet,sør,\"" + SQUARE.formatted(4, 5) + "\"\n2,Midtområdet,Nord,\""
                        + SQUARE.formatted(5, 6) + "\"\n3,Nordområdet,Nord,\n")
                .file("authority/site.csv", """
                        site_id,site_name,latitude,longitude,placement,production_area_id,farmer_id
                        100,Indre Holmen,60.5,4.5,offshore,,F01
                        200,Ytre Holmen,60.5,5.5,Offshore,3,
                        300,Settefisken,60.5,4.5,onshore,,
                        310,Landanlegget,60.5,4.5,onshore,3,
                        320,Storsmolten,,,onshore,1,
                        400,Langt ute,57,-9,offshore,,
                        """)
                .file("reference/site_farmers.csv", "site_id,farmer_id\n100,F01\n200,F02\n200,F01\n")
                .file("authority/authority_month.csv", """
                        month,production_area_id,species_code,closing_count,biomass_kg,smolt_count,feed_kg,harvest_count,\
                        harvest_kg,dead_count,discarded_count,escaped_count,other_count
                        2026-01-01,1,SAL,3000000000,2,3,4,5,6,7,8,9,-10
                        2026-01-01,,TRR,1,2,3,4,5,6,7,8,9,10
                        """)
                .file("farmers/F01/stock.csv", STOCK + """
                        2025-12-31,100,U1,K1,SAL,1000,100.5,V2025
                        2026-01-01,100,U1,K1,SAL,1000,101.5,V2025
                        2026-01-01,100,U2,K2,TRR,1000,202,H2025
                        """)
                .file("farmers/F01/temperatures.csv", """
                        date,site_id,temperature,depth_m,measurement_count
                        2026-01-01,100,-1.255,3.04,24
                        2026-01-01,100,8,,
                        2026-01-01,200,8.5,15,2
                        """)
                .file("farmers/F01/treatments.csv", """
                        treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic,\
                        unit_ids,\
                        treatment_subtype,treatment_site_scope,number_of_units_treated,treatment_count,system_source
                        T1,2026-01-01,100,mechanical,lice,true,false,U1|U2,Spyling,partial,2,,FishTalk
                        T2,2026-01-01,100,Bath,Lice,1,0,U1,,,,3,
                        T3,2026-01-01,200,Vaccination,Health,false,false,,,,,,
                        """);
    }

    @Test
    void valuesArriveAsDelivered() {
        everything();
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(report.warnings()).containsOnlyOnce("the production area of 2 sites on land is ignored: production "
                + "areas are for farming at sea");
        assertThat(delivery.rows("SELECT * FROM farmer ORDER BY farmer_id")).containsExactly(
                "F01 Fjordfisk AS G1 Fjordgruppen premium 2024-01-01 -",
                "F02 Havlaks AS G2 Havgruppen standard 2024-02-01 -");
        assertThat(delivery.rows("SELECT * FROM site_farmer ORDER BY ALL"))
                .containsExactly("100 F01", "200 F01", "200 F02");
        assertThat(delivery.rows("SELECT * FROM platform_area ORDER BY area_id")).containsExactly(
                "A1 Sør-kysten South coast [1]", "A2 Nord-kysten North coast [2, 3]");
        assertThat(delivery.rows("SELECT level_1_code, level_3_code, placement_sea, placement_land, last_modified "
                + "FROM loss_category ORDER BY level_3_code")).containsExactly(
                "A A101 true - 2026-01-01 00:00:00.0", "B B101 false - -");
        assertThat(delivery.rows("SELECT * FROM loss_category_change")).containsExactly(
                "2026-02-01 00:00:00.0 A100 Gammel A101 Pankreassykdom to lines\nof text authority");
        assertThat(delivery.rows("SELECT * FROM marine_type")).containsExactly("1 Åpen eksponert kyst");
        assertThat(delivery.rows("SELECT * FROM marine_type_region")).containsExactly("N Nordsjøen Sør");
        assertThat(delivery.rows("SELECT area_id, area_name, region_name, area_geojson IS NULL FROM production_area "
                + "ORDER BY area_id")).containsExactly("1 Sørområdet Sør false", "2 Midtområdet Nord false",
                "3 Nordområdet Nord true");
        // 100 lies in the first square; 200 is in the second but says 3; on land, whatever was delivered, and outside
        // there is none
        assertThat(delivery.rows("SELECT site_id, placement, production_area_id, farmer_id, marine_type_code, "
                + "marine_type_region_code FROM site ORDER BY site_id")).containsExactly("100 offshore 1 F01 1 N",
                "200 offshore 3 - - -", "300 onshore - - - -", "310 onshore - - - -", "320 onshore - - - -",
                "400 offshore - - - -");
        assertThat(delivery.rows("SELECT * FROM authority_month ORDER BY production_area_id NULLS LAST"))
                .containsExactly(
                "2026-01-01 1 SAL 3000000000 2 3 4 5 6 7 8 9 -10", "2026-01-01 - TRR 1 2 3 4 5 6 7 8 9 10");
        assertThat(delivery.rows("SELECT * FROM temperature_day ORDER BY site_id, depth_m NULLS LAST")).containsExactly(
                "2026-01-01 100 F01 3.0 -1.26 24 farmer", "2026-01-01 100 F01 - 8.00 1 farmer",
                "2026-01-01 200 F01 15.0 8.50 2 farmer");
        // 1000 x 202 g of trout is more than 1000 x 101.5 g of salmon; U1 alone holds salmon; 200 holds nothing
        assertThat(delivery.rows("SELECT * FROM treatment ORDER BY treatment_id")).containsExactly(
                "T1 2026-01-01 100 F01 [U1, U2] TRR Mechanical Lice Spyling true false partial 2 1 FishTalk farmer",
                "T2 2026-01-01 100 F01 [U1] SAL Bath Lice - true false - - 3 - farmer",
                "T3 2026-01-01 200 F01 - - Vaccination Health - false false - - 1 - farmer");
    }

    @Test
    void filesHaveTheContractsNamesAndTypes() {
        everything();
        delivery.file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2026-01-01,100,U1,mortality,A101,1,\n")
                .file("farmers/F01/lice.csv", "date,site_id,unit_id,adult_female,fish_counted\n2026-01-01,100,U1,0.1,20\n")
                .file("farmers/F01/fishtalk/200/populations.csv", "PopulationID,ContainerID,Species,StartTime,EndTime,"
                        + "InputYear\nP1,U3,SAL,2025-05-01,,V2025\n")
                .file("farmers/F01/fishtalk/200/status.csv", "PopulationID,StatusTime,StatusType,CurrentCount,"
                        + "CurrentBiomassKg,FeedAmountKg,HarvestCount,HarvestBiomassKg,InputCount,InputBiomassKg,"
                        + "MortalityCount,MortalityBiomassKg,CullingCount,CullingBiomass,EscapeCount,EscapeBiomassKg,"
                        + "DeviationCount,Temperature\nP1,2026-01-01,1,100,150,,0,0,0,0,0,0,0,0,0,0,0,\n")
                .file("authority/lus.csv", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne "
                        + "hunnlus,Lat,Lon,Sjøtemperatur,ProduksjonsområdeId\n2,2026,100,Holmen,0.1,,,,\n")
                .file("authority/statistics.csv", """
                        ÅR,MÅNED_KODE,PO_KODE,ARTSID,UTSETTSÅR,BEHFISK_STK,BIOMASSE_KG,UTSETT_SMOLT_STK,FORFORBRUK_KG,UTTAK_STK,UTTAK_KG,\
                        DØDFISK_STK,UTKAST_STK,RØMMING_STK,ANDRE_STK
                        2026,1,1,LAKS,2025,1,2,3,4,5,6,7,8,9,10
                        """)
                .file("authority/monthly.csv", "species,date,geo_group,region,median,q1,q3\nsalmon,2026-01-01,area,3,2,1,3\n")
                .file("authority/monthly-losses.csv", "species,date,geo_group,region,losses,dead,discarded,escaped,other\n"
                        + "salmon,2026-01-01,area,3,1,1,0,0,0\n")
                .file("authority/diseases.csv", """
                        Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til dato,Lat,Lon
                        1,2026,100,Indre Holmen,PD,Mistanke,2025-12-30,,60.5,4.5
                        """).ingest();
        delivery.next().file("farmers/F01/losses.csv", TestDelivery.LOSSES + "2026-01-01,100,U1,mortality,A101,2,\n")
                .ingest();
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            for (TableContract table : LakeTables.all()) {
                List<Path> files = snapshot.files(table);
                assertThat(files).as(table.name()).isNotEmpty();
                for (Path file : files) {
                    assertThat(session.list("DESCRIBE SELECT * FROM read_parquet(?, hive_partitioning = false)",
                            row -> row.getString(1) + " " + row.getString(2), file.toString())).as(table.name())
                            .containsExactlyElementsOf(table.columns().stream().map(CanonicalTablesTest::described)
                            .toList());
                }
            }
        }
        assertThat(snapshot.entries(LakeTables.STOCK_DAY)).extracting(f -> f.path()).containsExactly(
                "stock_day/year=2025/stock_day.parquet", "stock_day/year=2026/stock_day.parquet");
    }

    private static String described(Column column) {
        return column.name() + " " + column.type().sql();
    }

    @Test
    void listsThatWereNotDeliveredComeWithTheProgram() {
        delivery.basics().ingest();
        assertThat(delivery.rows("SELECT (SELECT count(*) FROM production_area), (SELECT count(*) FROM platform_area), "
                + "(SELECT count(*) > 50 FROM loss_category), (SELECT count(*) FROM marine_type), "
                + "(SELECT count(*) FROM marine_type_region)")).containsExactly("13 7 true 5 6");
        assertThat(delivery.rows("SELECT string_agg(DISTINCT region_name, ' ' ORDER BY region_name) FROM "
                + "production_area"))
                .containsExactly("Midt Nord Sør");
    }

    @Test
    void theManifestNamesTheSources() {
        delivery.basics().file("farmers/F01/stock.csv", STOCK + "2026-01-01,100,U1,K1,SAL,1,1,V2025\nx\n").ingest();
        assertThat(delivery.lake.current().orElseThrow().manifest().sources())
                .extracting(s -> s.path() + " " + s.read() + " " + s.accepted() + " " + s.rejected() + " " + s.sha256()
                .length())
                .containsExactly("reference/farmers.csv 2 2 0 64", "authority/site.csv 3 3 0 64",
                        "farmers/F01/stock.csv 2 1 1 64");
    }

    @Test
    void badRowsOfListsAreRejected() {
        everything();
        delivery.file("authority/site.csv", """
                site_id,site_name,latitude,longitude,placement,production_area_id,farmer_id,marine_type_code
                100,A,60.5,4.5,offshore,99,,
                101,B,91,4.5,offshore,,,
                102,C,60.5,4.5,afloat,,,
                103,D,60.5,4.5,offshore,,F99,
                104,E,60.5,4.5,offshore,,,9
                200,F,60.5,4.5,offshore,1,,
                200,G,60.5,4.5,offshore,1,,
                105,H,-60.5,4.5,offshore,,,
                106,I,4.5,60.5,offshore,,,
                107,J,NaN,NaN,offshore,,,
                108,K,60.5,41,offshore,,,
                109,L,60.5,,offshore,,,
                """).file("reference/site_marine_types.csv",
                "site_id,marine_type_code,marine_type_region_code\n200,1,X\n999,1,N\n");
        IngestReport report = delivery.ingest();
        assertThat(rejects(report, "authority/site.csv")).containsExactly(
                "2,production_area_id,99,is not a production area",
                "3,latitude,91,\"must be from 55 to 82 degrees, in Norway's waters\"",
                "4,placement,afloat,\"must be one of offshore, onshore\"",
                "5,farmer_id,F99,is not a farmer of the farmers list",
                "6,marine_type_code,9,is not a marine type",
                "8,site_id,200,is delivered twice: the first is authority/site.csv line 7",
                "9,latitude,-60.5,\"must be from 55 to 82 degrees, in Norway's waters\"",
                "10,latitude,4.5,\"must be from 55 to 82 degrees, in Norway's waters\"",
                "11,latitude,nan,\"must be from 55 to 82 degrees, in Norway's waters\"",
                "12,longitude,41,\"must be from -10 to 40 degrees, in Norway's waters\"",
                "13,longitude,,\"must come with the latitude, or both be empty\"");
        assertThat(rejects(report, "reference/site_marine_types.csv")).containsExactly(
                "2,marine_type_region_code,X,is not a marine type region",
                "3,site_id,999,is not a site of the register");
    }
}
