package io.tidemark.generate.farm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTableTest {

    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"1234, 1, 123.4", "5, 2, 0.05", "-5, 2, -0.05", "0, 1, 0.0", "-1200, 2, -12.00", "100, 0, 100"})
    void decimals(long unscaled, int digits, String text) throws IOException {
        Path file = dir.resolve("t.csv");
        try (CsvTable table = new CsvTable(file, "a", "b")) {
            table.decimal(unscaled, digits).empty().endRow();
        }
        assertThat(file).hasContent("a,b\n" + text + ",\n");
    }

    @Test
    void manyRowsAreWrittenWhole() throws IOException {
        Path file = dir.resolve("t.csv");
        int rows = 50_000;
        CsvTable table = new CsvTable(file, "n");
        try (table) {
            for (int i = 0; i < rows; i++) {
                table.integer(i).endRow();
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(rows + 1).last().isEqualTo("49999");
        assertThat(table.rows()).isEqualTo(rows);
        assertThat(table.bytes()).isEqualTo(Files.size(file));
    }

    @Test
    void aTextThatNeedsQuotesGetsThem() throws IOException {
        Path file = dir.resolve("t.csv");
        try (CsvTable table = new CsvTable(file, "a", "b")) {
            table.text("a,b").text("Møre").endRow();
        }
        assertThat(file).hasContent("a,b\n\"a,b\",Møre\n");
    }
}
