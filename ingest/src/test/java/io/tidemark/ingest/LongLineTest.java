package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A line of 160 MB is refused by a process that has 128 MB: what is read of a line does not grow with it. */
class LongLineTest {

    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 160;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', value = {
        "stock.csv; 'date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation\n'; longer "
                + "than 16 MB",
        "stock.csv; date; longer than 16 MB",
        "stock.ndjson; '{\"date\":\"'; the line is longer than 2000000 characters"})
    void needsLittleMemory(String name, String begin, String reason) throws Exception {
        TestDelivery delivery = new TestDelivery(folder).basics()
                .file("farmers/F01/" + name, begin.replace("\\n", "\n"));
        grow(delivery.folder().resolve("farmers/F01").resolve(name));
        Process process = JavaProcess.of(List.of("-Xmx128m"), KilledIngest.class, delivery.folder().toString(),
                delivery.lake.root().toString(), "0").redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(delivery.lake.currentId()).isEmpty();
        assertThat(rejects(delivery.lake.root().resolve("rejects"))).contains(reason);
    }

    private static void grow(Path file) throws IOException {
        byte[] block = new byte[BLOCK];
        Arrays.fill(block, (byte) 'x');
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i < BLOCKS; i++) {
                out.write(block);
            }
        }
    }

    private static String rejects(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith("stock")).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }
}
