package io.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Sizes of lakes are made, measured and removed. */
class GrowthBenchTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"0.1, 100x11x10", "4, 4000x11x10", "12x2x1, 12x2x1", "1000x11x10/20, 1000x11x10/20"})
    void aSizeIsAMultipleOrExact(String text, String size) {
        assertThat(GrowthSize.of(text)).hasToString(size);
    }

    @Test
    void aSmallSizeIsMeasuredAndRemoved() {
        StringWriter printed = new StringWriter();
        Path work = folder.resolve("work");
        assertThat(new CommandLine(new GrowthBench()).setOut(new PrintWriter(printed)).execute("--work", work.toString(), "--sizes", "8x1x1",
                "--runs", "1")).isZero();
        List<String> lines = printed.toString().lines().toList();
        assertThat(lines).hasSize(3);
        // size, companies, rows, then ten figures above 0 and a time of holding that may be 0.0
        assertThat(lines.getLast().strip().split(" +", -1)).hasSize(14).startsWith("8x1x1").doesNotContain("NaN");
        assertThat(work).doesNotExist();
    }
}
