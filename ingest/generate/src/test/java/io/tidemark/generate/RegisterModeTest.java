package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisterModeTest {

    private static final LocalDate END = LocalDate.of(2026, 5, 20);
    private static final String HEADER =
            "TILL_NR;ORG.NR/PERS.NR;NAVN;ART;TILL_KAP;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84";
    /**
     * Two licences and two species on 10001, one trout-only site, one on land, one of mussels, one without position.
     */
    private static final List<String> ROWS = List.of(
            "R 0001;900000001;A AS;Laks;780;10001;FØRSTEVIKA;SJØ;60.100000;5.200000",
            "R 0002;900000002;B AS;Laks;780;10001;FØRSTEVIKA;SJØ;60.100000;5.200000",
            "R 0001;900000001;A AS;Ørret;780;10001;FØRSTEVIKA;SJØ;60.100000;5.200000",
            "R 0003;900000001;A AS;Regnbueørret;780;10002;ØRRETHOLMEN;SJØ;61.200000;5.300000",
            "R 0004;900000001;A AS;Laks;780;10003;NORDBUKTA;SJØ;69.700000;18.400000",
            "R 0005;900000001;A AS;Laks;2.5;10004;SMOLTHUSET;LAND;63.400000;8.200000",
            "R 0006;900000001;A AS;Blåskjell;20;10005;SKJELLVIKA;SJØ;63.500000;8.300000",
            "R 0007;900000001;A AS;Laks;780;10006;UTEN STED;SJØ;0.000000;0.000000",
            "R 0008;900000001;A AS;Laks;780;10007;MIDTHOLMEN;SJØ;64.900000;11.700000");

    @TempDir
    private Path temp;

    private Path register(String header, List<String> rows) throws IOException {
        Path file = temp.resolve("register.csv");
        return Files.writeString(file, "AKVAKULTURTILLATELSER PR. 01.01.2026;;;\r\n" + header + "\r\n"
                + String.join("\r\n", rows) + "\r\n");
    }

    private static GeneratorOptions options(int sites, Path register) {
        return new GeneratorOptions(sites, 2, 1, 1, END, register);
    }

    @Test
    void sitesAreTheRegistersAndItsTablesAreLeftToTheRealFiles() throws IOException {
        ReadDelivery delivery = new ReadDelivery(temp.resolve("delivery"));
        GeneratorSummary summary =
                new DeliveryGenerator(options(4, register(HEADER, ROWS))).write(delivery.dir(), message -> { });

        assertThat(delivery.dir().resolve("authority")).doesNotExist();
        assertThat(delivery.dir().resolve("reference/site_marine_types.csv")).doesNotExist();
        assertThat(delivery.dir().resolve("reference/farmers.csv")).exists();
        // by the register they are of nobody here
        assertThat(Files.readAllLines(delivery.dir().resolve("reference/site_farmers.csv"))).hasSize(5)
                .startsWith("site_id,farmer_id").filteredOn(line -> line.matches("1000[1237],F\\d+")).hasSize(4);
        assertThat(summary.notes()).anyMatch(note -> note.contains("register.csv"));
        assertThat(delivery.farmers("stock").map(row -> row.getField("site_id") + row.getField("species_code"))
                .collect(Collectors.toSet())).contains("10002TRR", "10003SAL", "10007SAL")
                .allMatch(site -> site.matches("10001(SAL|TRR)|10002TRR|10003SAL|10007SAL"));
    }

    @Test
    void aPartOfTheRegisterIsSpreadFromSouthToNorth() throws IOException {
        List<String> ids = RegisterSites.choose(register(HEADER, ROWS), 2, new Draws(1, 1)).stream()
                .map(GeneratedSite::id).toList();
        assertThat(ids).isIn(List.of("10001", "10007"), List.of("10002", "10003"));
    }

    @Test
    void moreSitesThanTheRegisterHasAreRefused() throws IOException {
        Path register = register(HEADER, ROWS);
        assertRefused(options(5, register), "--sites 5 asks for more than the 4 sites at sea");
    }

    @Test
    void aRegisterThatIsNotThereIsRefused() {
        assertRefused(options(1, temp.resolve("nowhere.csv")), "there is no register");
    }

    @ParameterizedTest
    @CsvSource({"LOK_PLASS", "Ø_GEOWGS84", "LOK_NR"})
    void aFileWithoutTheRegistersColumnsIsRefused(String column) throws IOException {
        Path register = register(HEADER.replace(column, "X"), ROWS);
        assertRefused(options(1, register), "lacks " + column);
    }

    @Test
    void aFileInAnotherEncodingIsRefused() throws IOException {
        // far enough down that the reader has to go back to the file for it
        List<String> many = new ArrayList<>(Collections.nCopies(5_000,
                "R 0009;900000001;A AS;Laks;780;10008;NESET;LAND;60.0;5.0"));
        many.add("R 0010;900000001;A AS;Laks;780;10009;N\u00c6SVIKA;LAND;60.0;5.0");
        Path register = temp.resolve("latin1.csv");
        String header = HEADER + "\r\n";
        byte[] rows = String.join("\r\n", many).getBytes(StandardCharsets.ISO_8859_1);
        try (OutputStream out = Files.newOutputStream(register)) {
            out.write(("TITLE\r\n" + header).getBytes(StandardCharsets.UTF_8));
            out.write(rows);
        }
        assertRefused(options(1, register), "is not UTF-8");
    }

    private void assertRefused(GeneratorOptions options, String message) {
        Path dir = temp.resolve("delivery");
        assertThatThrownBy(() -> new DeliveryGenerator(options).write(dir, m -> { }))
                .isInstanceOf(GeneratorException.class).hasMessageContaining(message);
        assertThat(temp).isDirectoryNotContaining("glob:**delivery*");
    }
}
