package io.tidemark.ingest.watch;

import static io.tidemark.ingest.watch.LandingFolder.FARMERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sender's sub-folder brings what the operator allows it, and nothing else. */
@Execution(ExecutionMode.CONCURRENT) // they mostly wait
class SendersTest {

    @TempDir
    private Path folder;

    @Test
    void aSendersFolderBringsWhatTheOperatorSaysAlone() throws Exception {
        Path file = folder.resolve("senders.yaml");
        Files.writeString(file, "\"registry-*\": [reference, authority]\nfjordfisk: [farmers/F01]\n");
        LandingFolder landing = LandingFolder.in(folder, Senders.read(file));
        landing.deliverMarked("fjordfisk", FARMERS);
        landing.deliverMarked("havlaks", FARMERS);
        landing.deliverMarked("registry-3", FARMERS);
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/reference"));
        Files.writeString(elsewhere.resolve("farmers.csv"), FARMERS);
        Files.createSymbolicLink(landing.path().resolve("registry-4"), elsewhere.getParent());
        try (LandingFolder.Running _ = landing.watch(Duration.ZERO)) {
            assertThat(landing.next()).isEqualTo("registry-4 is ignored: it is a link, and links are not followed");
            assertThat(landing.next()).isEqualTo("fjordfisk REJECTED");
            assertThat(landing.next()).isEqualTo("havlaks REJECTED");
            assertThat(landing.next()).isEqualTo("registry-3 PUBLISHED");
            landing.nothingMore();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            havlaks: farmers/F07       | havlaks needs a list of what it may deliver, such as [farmers/F07]
            havlaks: []                | havlaks needs a list of what it may deliver
            havlaks: [farmers/F07/old] | havlaks: 'farmers/F07/old' is no part of a delivery
            h*s: [authority]           | 'h*s' must be the name of a sub-folder, or its beginning and *
            [authority]                | must hold lines such as havlaks: [farmers/F07]
            a: [b                      | is not readable as YAML
            """)
    void aFileOfSendersSaysWhatIsWrongWithIt(String text, String fault) throws IOException {
        Path file = Files.writeString(folder.resolve("senders.yaml"), text);
        assertThatThrownBy(() -> Senders.read(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(fault);
    }
}
