package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One bad row between good ones: it alone is rejected, with its line, column, value and reason. */
class RowFaultTest {

    private static final String GOOD_STOCK = STOCK + """
            2026-01-01,@,U1,K1,SAL,1000,100,V2025
            2026-01-01,@,U2,K1,SAL,0,0,V2025
            """;

    /** A bad row of a table, the column and value that are named, and how the reason begins. */
    record Fault(String table, String row, String column, String value, String reason) {

        static Fault of(String line) {
            String[] parts = line.split("; ?", 5);
            return new Fault(parts[0], parts[1], parts[2].strip(), parts[3].strip(), parts[4]);
        }

        /** The good lines above it. */
        String before() {
            return switch (table) {
                case "stock" -> GOOD_STOCK;
                case "losses" -> LOSSES + "2026-01-01,@,U1,culling,A101,2,\n";
                case "feeding" -> FEEDING;
                case "temperatures" -> "date,site_id,temperature,depth_m,measurement_count\n2026-01-01,@,8,7,0\n";
                case "treatments" ->
                    "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic,unit_ids\n";
                default -> throw new IllegalArgumentException(table);
            };
        }

        /** The good lines below it. */
        String after() {
            return table.equals("stock") ? "2026-01-02,@,U1,K1,SAL,990,101,V2025\n" : "";
        }

        /** How many good rows there are besides. */
        long others() {
            return before().lines().count() - 1 + after().lines().count();
        }

        @Override
        public String toString() {
            return table + " " + row;
        }
    }

    private static final List<Fault> FAULTS = """
            stock; ,@,U3,K1,SAL,10,100,V2025; date; ; a value is required
            stock; 2026-01-01,,U3,K1,SAL,10,100,V2025; site_id; ; a value is required
            stock; 2026-01-01,@, ,K1,SAL,10,100,V2025; unit_id; ; a value is required
            stock; 2026-01-01,@,U3,,SAL,10,100,V2025; cohort_id; ; a value is required
            stock; 2026-01-01,@,U3,K1,,10,100,V2025; species_code; ; a value is required
            stock; 2026-01-01,@,U3,K1,SAL,,100,V2025; fish_count; ; a value is required
            stock; 2026-01-01,@,U3,K1,SAL,10,,V2025; avg_weight_gram; ; a value is required
            stock; 2026-01-01,@,U3,K1,SAL,10,100,; generation; ; a value is required, or one of sea_transfer_date
            stock; 2026-13-01,@,U3,K1,SAL,10,100,V2025; date; 2026-13-01; must be a date like 2026-03-31 or 31.03.2026
            stock; 01/02/2026,@,U3,K1,SAL,10,100,V2025; date; 01/02/2026; must be a date like 2026-03-31 or 31.03.2026
            stock; 0202-01-01,@,U3,K1,SAL,10,100,V2025; date; 0202-01-01; is before 1990-01-01
            stock; 2026-07-01,@,U3,K1,SAL,10,100,V2025; date; 2026-07-01; is after today
            stock; 2026-01-01,999,U3,K1,SAL,10,100,V2025; site_id; 999; is not a site of the register
            stock; 2026-01-01,@,U3,K1,LAKS,10,100,V2025; species_code; LAKS; must be a FAO species code
            stock; 2026-01-01,@,U3,K1,S4L,10,100,V2025; species_code; S4L; must be a FAO species code
            stock; 2026-01-01,@,U3,K1,SAL,ten,100,V2025; fish_count; ten; must be a whole number
            stock; 2026-01-01,@,U3,K1,SAL,100.5,100,V2025; fish_count; 100.5; must be a whole number from 0 to
            stock; 2026-01-01,@,U3,K1,SAL,12.000,100,V2025; fish_count; 12.000; can mean thousands or decimals: write a whole number without a separator
            stock; 2026-01-01,@,U3,K1,SAL,1.234.000,100,V2025; fish_count; 1.234.000; can mean thousands or decimals
            stock; 2026-01-01,@,U3,K1,SAL,"12,000",100,V2025; fish_count; 12,000; can mean thousands or decimals
            stock; 2026-01-01,@,U3,K1,SAL,12.345,100,V2025; fish_count; 12.345; must be a whole number from 0 to
            stock; 2026-01-01,@,U3,K1,SAL,-1,100,V2025; fish_count; -1; must be a whole number from 0 to
            stock; 2026-01-01,@,U3,K1,SAL,1000000000000,100,V2025; fish_count; 1000000000000; must be a whole number from 0 to
            stock; 2026-01-01,@,U3,K1,SAL,NaN,100,V2025; fish_count; nan; must be a whole number from 0 to
            stock; 2026-01-01,@,U3,K1,SAL,10,-0.5,V2025; avg_weight_gram; -0.5; must be from 0 to 30000 gram
            stock; 2026-01-01,@,U3,K1,SAL,10,30000.01,V2025; avg_weight_gram; 30000.01; must be from 0 to 30000 gram
            stock; 2026-01-01,@,U3,K1,SAL,10,NaN,V2025; avg_weight_gram; NaN; is a word for nothing: leave the field empty, or say --missing NaN
            stock; 2026-01-01,@,U3,K1,SAL,10,0,V2025; avg_weight_gram; 0; must not be 0 for a unit with fish
            stock; 2026-01-01,@,U3,K1,SAL,10,0.004,V2025; avg_weight_gram; 0.004; must not be 0 for a unit with fish
            stock; 2026-01-01,@,U3,K1,SAL,10,100,2025; generation; 2025; must be like V2025, H2025
            stock; 2026-01-01,@,U3,K1,SAL,10,100,S2025; generation; S2025; must be like V2025, H2025
            stock; 2026-01-01,@,U3,K1,SAL,10,100,V1899; generation; V1899; must be like V2025, H2025
            stock; 2026-01-01,@,U3,K1,SAL,10,100; generation; ; the row has fewer values than the header
            stock; 2026-01-01,@,U3,K1,SAL,10,100,V2025,x; ; ; the row has more values than the header
            stock; 2026-01-01,@,U3,"K"1,SAL,10,100,V2025; cohort_id; ; a quoted value goes on after its closing quote
            losses; 2026-01-01,@,U1,dead,A101,1,; loss_type; dead; must be one of mortality, culling
            losses; 2026-01-01,@,U1,mortality,Q999,1,; category_code; Q999; is not a code of the loss category list, which tidemark codes prints
            losses; 2026-01-01,@,U1,mortality,A101,-1,; loss_count; -1; must be a whole number from 0 to
            losses; 2026-01-01,@,U1,mortality,A101,2.000,; loss_count; 2.000; can mean thousands or decimals
            losses; 2026-01-01,@,U1,mortality,A101,1,0; avg_weight_gram; 0; must not be 0 for lost fish
            losses; 2026-01-01,@,U1,mortality,A101,1,30001; avg_weight_gram; 30001; must be from 0 to 30000 gram
            losses; 2026-01-01,@,U3,mortality,A101,1,; unit_id; U3; has losses, but no stock of this farmer that day
            losses; 2026-01-02,@,U1,mortality,A101,1,; unit_id; U1; has losses, but no stock of this farmer that day
            losses; 2026-01-01,@,U2,mortality,A101,1,; unit_id; U2; has more losses than fish that day, and no weight on any day: 1 lost of 0
            losses; 2026-01-01,999,U1,mortality,A101,1,; site_id; 999; is not a site of the register
            feeding; 2026-01-01,@,U1,-0.1; feed_kg; -0.1; must be from 0 to 1000000 kg
            feeding; 2026-01-01,@,U3,1; unit_id; U3; has feed, but no stock of this farmer that day
            feeding; 2026-01-01,@,U2,1; feed_kg; 1; must be 0 for a unit without fish
            temperatures; 2026-01-01,@,-2.01,3,1; temperature; -2.01; must be from -2 to 30 degrees Celsius
            temperatures; 2026-01-01,@,30.5,3,1; temperature; 30.5; must be from -2 to 30 degrees Celsius
            temperatures; 2026-01-01,@,8,-1,1; depth_m; -1; must be from 0 to 1000 metres
            temperatures; 2026-01-01,@,8,1000.5,1; depth_m; 1000.5; must be from 0 to 1000 metres
            temperatures; 2026-01-01,@,8,3,1.5; measurement_count; 1.5; must be a whole number from 0 to
            treatments; ,2026-01-01,@,Bath,Lice,true,false,U1; treatment_id; ; a value is required
            treatments; T1,2026-01-01,@,Laser,Lice,true,false,U1; treatment_category; Laser; must be one of Bath, Medicinal, Mechanical
            treatments; T1,2026-01-01,@,Bath,Fleas,true,false,U1; treatment_target; Fleas; must be one of Lice, Bacteria
            treatments; T1,2026-01-01,@,Bath,Lice,maybe,false,U1; requires_handling; maybe; must be true or false
            treatments; T1,2026-01-01,@,Bath,Lice,true,,U1; is_antibiotic; ; a value is required
            treatments; T1,2026-01-01,@,Bath,Lice,true,false,| |; unit_ids; | |; names no unit
            """.lines().map(Fault::of).toList();

    @TempDir
    private static Path together;

    private static ManyCases<Fault> cases;

    @TempDir
    private Path folder;

    @BeforeAll
    static void deliver() {
        cases = new ManyCases<>(together);
        for (Fault fault : FAULTS) {
            if (!fault.table.equals("stock")) {
                cases.file(fault, "stock.csv", GOOD_STOCK);
            }
            cases.file(fault, fault.table + ".csv", fault.before() + fault.row + "\n" + fault.after());
        }
        cases.ingest();
    }

    static List<Fault> faults() {
        return FAULTS;
    }

    // the reason may be given by its beginning
    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aBadRowIsRejectedAndTheOthersGoOn(Fault fault) {
        String file = fault.table + ".csv";
        long line = fault.before().lines().count() + 1;

        assertThat(cases.rejects(fault, file)).singleElement().satisfies(row -> assertThat(row.replace("\"", ""))
                .startsWith(line + "," + fault.column + "," + fault.value + "," + fault.reason));
        assertThat(cases.report(fault, file)).returns(fault.others() + 1, FileReport::read)
                .returns(fault.others(), FileReport::accepted).returns(1L, FileReport::rejected);
        assertThat(cases.report().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    @Test
    void aTransferDateContradictsTheGeneration() {
        IngestReport report = new TestDelivery(folder).basics().file("farmers/F01/stock.csv", """
                date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation,sea_transfer_date
                2026-01-01,100,U1,K1,SAL,10,100,V2025,2025-07-31
                2026-01-01,100,U2,K1,SAL,10,100,V2025,2025-08-01
                2026-01-01,100,U3,K1,SAL,10,100,,2025-08-01
                2026-01-01,100,U4,K1,SAL,10,100,H2025,
                """).ingest();
        assertThat(rejects(report, "farmers/F01/stock.csv")).containsExactly(
                "3,generation,V2025,\"contradicts sea_transfer_date: January to July is V, August to December is H\"");
    }

    @Test
    void aUnitsLossesStandOrFallTogether() {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/stock.csv", GOOD_STOCK.replace("@", "100"))
                .file("farmers/F01/losses.csv", LOSSES + """
                        2026-01-01,100,U2,mortality,A101,600,
                        2026-01-01,100,U2,culling,A101,401,
                        """);
        IngestReport report = delivery.ingest();
        assertThat(rejects(report, "farmers/F01/losses.csv")).containsExactly(
                "2,unit_id,U2,\"has more losses than fish that day, and no weight on any day: 1001 lost of 0\"",
                "3,unit_id,U2,\"has more losses than fish that day, and no weight on any day: 1001 lost of 0\"");
        assertThat(delivery.rows("SELECT count(*) FROM loss_day")).containsExactly("0");
    }
}
