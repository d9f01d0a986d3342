package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.FEEDING;
import static io.tidemark.ingest.TestDelivery.LOSSES;
import static io.tidemark.ingest.TestDelivery.SITE_FARMERS;
import static io.tidemark.ingest.TestDelivery.STOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.export.ExportTarget;
import io.tidemark.ingest.export.FarmerExport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a company's export holds, and that an ingest of it into an empty lake gives the company's rows again. */
class FarmerExportTest {

    private static final List<String> TABLES = List.of("stock_day", "loss_day", "temperature_day", "treatment",
            "lice_count");
    private static final String TREATMENTS =
            "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic,unit_ids,"
            + "treatment_subtype,treatment_site_scope,number_of_units_treated,treatment_count,system_source\n";

    @TempDir
    private static Path shared;
    /** F01 has all kinds of rows; F02 shares its site 100, and has 200 alone. No test changes it. */
    private static TestDelivery delivery;

    @TempDir
    private Path folder;

    @BeforeAll
    static void deliver() {
        delivery = reference(new TestDelivery(shared))
                .file("farmers/F01/stock.csv", "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation,sea_transfer_date\n"
                        + "2025-12-31,100,A,K1,SAL,1000,100.25,V2025,\n2026-01-01,100,A,K1,SAL,900,101,V2025,\n"
                        // the dead of the next two days are more than the fish: with a weight of the day, and without
                        + "2026-01-02,100,A,K1,SAL,5,102.5,V2025,\n2026-01-03,100,A,K1,SAL,0,0,V2025,\n"
                        + "2026-01-01,100,\"Merd \"\"7\"\", "
                        + "øst\",K;2,TRR,0,0,,2025-09-01\n2026-01-01,100,R,R1,LUM,40,30,H2025,\n")
                .file("farmers/F01/losses.csv", LOSSES
                        // without a weight, with the unit's, with another of six decimals, with the least
                        + "2025-12-31,100,A,mortality,A101,3,\n2025-12-31,100,A,culling,A101,2,100.25\n2025-12-31,100,A,mortality,B101,3,33.333333\n"
                        + "2025-12-31,100,A,mortality,B102,299,0.005\n2025-12-31,100,A,mortality,C101,0,\n"
                        + "2026-01-02,100,A,mortality,A101,30,\n2026-01-03,100,A,mortality,A101,7,\n")
                .file("farmers/F01/feeding.csv", FEEDING + "2025-12-31,100,A,12.345\n2026-01-01,100,A,0\n")
                .file("farmers/F01/temperatures.csv", "date,site_id,temperature,depth_m,measurement_count\n2026-01-01,100,-0.5,,4\n2026-01-01,100,7.25,3,\n2026-01-01,100,7.5,15.5,0\n")
                .file("farmers/F01/treatments.csv", TREATMENTS
                        + "T1,2026-01-01,100,Bath,Lice,true,false,\"A|Merd \"\"7\"\", øst\",,,,,\n"
                        + "T2,2026-01-02,100,Other,Health,false,true,,\"=1+1; \"\"to\"\"\nlinjer, # "
                        + "æ\",full,1,2,FishTalk\n")
                .file("farmers/F01/lice.csv", "date,site_id,unit_id,adult_female,fish_counted,mobile,attached\n"
                        + "2026-01-01,100,A,0.25,20,,1.5\n2026-01-01,100,R,0,5,0,\n")
                .file("farmers/F02/stock.csv", STOCK
                + "2026-01-01,100,B,K1,SAL,77777,100,V2025\n2026-01-01,200,B,K1,SAL,500,100,V2025\n")
                .file("farmers/F02/temperatures.csv", "date,site_id,temperature\n2026-01-01,200,5.55\n");
        IngestReport report = delivery.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
    }

    private static TestDelivery reference(TestDelivery of) {
        return of.basics().file("reference/site_farmers.csv", SITE_FARMERS);
    }

    private FarmerExport.Written export(String farmer, Path target, StopSignal stop) throws IOException {
        return export(delivery, farmer, target, stop);
    }

    private FarmerExport.Written export(TestDelivery of, String farmer, Path target, StopSignal stop)
            throws IOException {
        Snapshot snapshot = of.lake.current().orElseThrow();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder));
                ExportTarget at = ExportTarget.begin(target)) {
            FarmerExport.Written written = new FarmerExport(session, snapshot, stop).write(farmer, at.delivery());
            at.finish(stop);
            return written;
        }
    }

    private static void unzip(Path zip, Path into) throws IOException {
        try (InputStream in = Files.newInputStream(zip); ZipInputStream entries = new ZipInputStream(in)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path file = into.resolve(entry.getName());
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.copy(entries, file);
            }
        }
    }

    private static Map<String, List<String>> rows(TestDelivery of, String farmer) {
        return TABLES.stream().collect(Collectors.toMap(table -> table,
                table -> of.rows("SELECT * FROM " + table + " WHERE farmer_id = '" + farmer + "' ORDER BY ALL")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"F01.zip", "F01"})
    void anIngestOfAnExportGivesTheSameRows(String name) throws IOException {
        Path target = folder.resolve(name);
        FarmerExport.Written written = export("F01", target, new StopSignal());
        assertThat(written.rows()).containsExactly(Map.entry("stock", 6L), Map.entry("losses", 7L),
                Map.entry("feeding", 2L), Map.entry("temperatures", 3L), Map.entry("treatments", 2L),
                Map.entry("lice", 2L));
        assertThat(written.inexactLosses()).isZero();

        TestDelivery other = reference(new TestDelivery(folder.resolve("lake-2")));
        if (name.endsWith(".zip")) {
            unzip(target, other.folder());
        } else {
            FolderCopy.copy(target, other.folder());
        }
        IngestReport report = other.ingest();
        assertThat(report.reasons()).isEmpty();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(rows(other, "F01")).isEqualTo(rows(delivery, "F01"));
        assertThat(rows(delivery, "F01").get("stock_day")).hasSize(6);
        assertThat(other.rows("SELECT DISTINCT farmer_id FROM stock_day")).containsExactly("F01");
    }

    @Test
    void itHoldsWhatWasDelivered() throws IOException {
        export("F01", folder.resolve("F01"), new StopSignal());
        Path files = folder.resolve("F01/farmers/F01");
        // the counts and weights of the days with more dead than fish are those of the delivery
        assertThat(Files.readAllLines(files.resolve("stock.csv")))
                .startsWith("date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation")
                .contains("2026-01-02,100,A,K1,SAL,5,102.50,V2025", "2026-01-03,100,A,K1,SAL,0,0.00,V2025");
        assertThat(Files.readAllLines(files.resolve("losses.csv")))
                .containsExactly("date,site_id,unit_id,loss_type,category_code,loss_count,avg_weight_gram",
                // 2 x 100.25 are the unit's grams; 100 g / 3; round(299 x 0.005) = 1 g
                "2025-12-31,100,A,culling,A101,2,", "2025-12-31,100,A,mortality,A101,3,",
                "2025-12-31,100,A,mortality,B101,3,33.333333",
                "2025-12-31,100,A,mortality,B102,299,0.005000", "2025-12-31,100,A,mortality,C101,0,",
                "2026-01-02,100,A,mortality,A101,30,", "2026-01-03,100,A,mortality,A101,7,");
        assertThat(Files.readAllLines(files.resolve("feeding.csv")))
                .containsExactly("date,site_id,unit_id,feed_kg", "2025-12-31,100,A,12.345", "2026-01-01,100,A,0.000");
        assertThat(Files.readAllLines(files.resolve("temperatures.csv")))
                .containsExactlyInAnyOrder("date,site_id,temperature,depth_m,measurement_count",
                "2026-01-01,100,-0.50,,4", "2026-01-01,100,7.25,3.0,1", "2026-01-01,100,7.50,15.5,0");
        for (String table : List.of("stock", "losses", "feeding", "temperatures", "treatments", "lice")) {
            assertThat(Files.readAllLines(files.resolve(table + ".csv")).getFirst().split(","))
                    .isSubsetOf(SourceTables.all().stream()
                    .filter(each -> each.name().equals(table)).findFirst().orElseThrow().columns().stream()
                    .map(SourceColumn::name).toList());
        }
    }

    @Test
    void aCompanyWithoutRowsHasFilesWithAHeader() throws IOException {
        TestDelivery empty = reference(new TestDelivery(folder.resolve("lake-3")));
        assertThat(empty.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        FarmerExport.Written written = export(empty, "F02", folder.resolve("F02"), new StopSignal());
        assertThat(written.rows().values()).containsOnly(0L).hasSize(6);
        assertThat(Files.readAllLines(folder.resolve("F02/farmers/F02/feeding.csv")))
                .containsExactly("date,site_id,unit_id,feed_kg");
    }

    @Test
    void onlyItsOwnerCanReadIt() throws IOException {
        export("F01", folder.resolve("F01.zip"), new StopSignal());
        export("F01", folder.resolve("F01"), new StopSignal());
        assertThat(mode("F01.zip")).isEqualTo("rw-------");
        assertThat(mode("F01/farmers/F01/stock.csv")).isEqualTo("rw-------");
        assertThat(Stream.of("F01", "F01/farmers", "F01/farmers/F01").map(this::mode)).containsOnly("rwx------");
    }

    private String mode(String path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).filter(name -> name.contains("F01")).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"F01.zip", "F01"})
    void nothingIsLeftOfOneThatWasStopped(String name) throws IOException {
        StopSignal stop = new StopSignal();
        stop.request();
        assertThatThrownBy(() -> export("F01", folder.resolve(name), stop)).isInstanceOf(IngestStoppedException.class);
        assertThat(names()).isEmpty();
    }

    /** A snapshot whose file is gone cannot be read to its end. */
    @Test
    void nothingIsLeftOfOneThatFailed() throws IOException {
        TestDelivery damaged = new TestDelivery(folder.resolve("damaged")).on(delivery.lake);
        for (Path file : damaged.lake.current().orElseThrow().files(LakeTables.TREATMENT)) {
            Files.delete(file);
        }
        assertThatThrownBy(() -> export(damaged, "F01", folder.resolve("F01.zip"), new StopSignal()))
                .isInstanceOf(LakeException.class).hasMessageStartingWith("the rows of F01 cannot be written: ");
        assertThat(names()).isEmpty();
    }

    @Test
    void whatIsThereStays() throws IOException {
        Files.createDirectory(folder.resolve("F01"));
        Files.writeString(folder.resolve("F01.zip"), "somebody's");
        for (String name : List.of("F01", "F01.zip")) {
            assertThatThrownBy(() -> export("F01", folder.resolve(name), new StopSignal()))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
        // also what was made while it was written
        Snapshot snapshot = delivery.lake.current().orElseThrow();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder));
                ExportTarget zip = ExportTarget.begin(folder.resolve("late-F01.zip"));
                ExportTarget plain = ExportTarget.begin(folder.resolve("late-F01"))) {
            FarmerExport writer = new FarmerExport(session, snapshot, new StopSignal());
            writer.write("F01", zip.delivery());
            writer.write("F01", plain.delivery());
            Files.writeString(folder.resolve("late-F01.zip"), "somebody's");
            Files.createDirectory(folder.resolve("late-F01"));
            assertThatThrownBy(() -> zip.finish(new StopSignal())).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(() -> plain.finish(new StopSignal())).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(names()).containsExactlyInAnyOrder("F01", "F01.zip", "late-F01", "late-F01.zip");
        assertThat(Files.readString(folder.resolve("late-F01.zip"))).isEqualTo("somebody's");
    }

    /** A folder of a delivery is named by the company's id: one that could lead elsewhere is refused. */
    @ParameterizedTest
    @ValueSource(strings = {"../F01", "a/b", "..", ".", "", "_F01", ".F01", "/tmp"})
    void anIdThatIsNoFoldersNameIsRefused(String id) {
        assertThatThrownBy(() -> export(id, folder.resolve("F01"), new StopSignal())).isInstanceOf(LakeException.class)
                .hasMessageContaining("cannot be the name of a folder");
    }

    /** In a snapshot that was made elsewhere: 2,147,483,647 fish x 0.000001 g are steps of 2,147 g. */
    @Test
    void gramsThatNoWeightGivesAreCounted() throws IOException {
        TestDelivery huge = new TestDelivery(folder.resolve("huge")).on(delivery.lake);
        huge.next().file("farmers/F01/stock.csv", STOCK + "2026-02-01,100,A,K1,SAL,2147483647,100,V2025\n")
                .file("farmers/F01/losses.csv", LOSSES + "2026-02-01,100,A,mortality,A101,2147483647,50\n").ingest();
        assertThat(export(huge, "F01", folder.resolve("exact"), new StopSignal()).inexactLosses()).isZero();
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            for (Path file : huge.lake.current().orElseThrow().files(LakeTables.LOSS_DAY)) {
                Path made = folder.resolve("made.parquet");
                session.run("COPY (SELECT * REPLACE (loss_biomass_g + if(loss_count = 2147483647, 1, 0) AS "
                        + "loss_biomass_g) FROM read_parquet("
                        + SqlLiteral.of(file) + ")) TO " + SqlLiteral.of(made) + " (FORMAT parquet)");
                Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        assertThat(export(huge, "F01", folder.resolve("inexact"), new StopSignal()).inexactLosses()).isEqualTo(1);
    }
}
