package io.tidemark.data.erase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.snapshot.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which folders of rejected rows are a company's, whatever its id is, and what is left when they are gone. */
class ErasedRejectsTest {

    @TempDir
    private Path folder;
    private Lake lake;

    @BeforeEach
    void start() throws IOException {
        lake = Lake.at(folder);
        for (String file : List.of("one/farmers/F01/stock.csv", "one/farmers/F02/stock.csv",
                "two/farmers/F01/stock.csv", "three/lake/stock.csv", "three/reference/farmers.csv")) {
            Path path = lake.rejectsFolder().resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, "x");
        }
        Files.createSymbolicLink(lake.rejectsFolder().resolve("linked"), lake.rejectsFolder().resolve("one"));
    }

    // rows that corrections made invalid are in lake/, and do not say whose they are
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            F01    | one/farmers/F01, three/lake, two/farmers/F01
            F03    | three/lake
            .      | three/lake
            ..     | three/lake
            ../farmers/F02/../../.. | three/lake
            F01/.. | three/lake
            """)
    void theFoldersOfACompany(String farmer, String folders) {
        assertThat(ErasedRejects.of(lake, farmer).stream().map(path -> lake.rejectsFolder().relativize(path).toString())
                .sorted())
                .containsExactly(folders.split(", ", -1));
    }

    @Test
    void emptyFoldersGoWithThem() {
        ErasedRejects.of(lake, "F01").forEach(each -> ErasedRejects.remove(lake, each));
        assertThat(TestLake.files(lake.rejectsFolder()))
                .containsExactly("one/farmers/F02/stock.csv", "three/reference/farmers.csv");
        assertThat(lake.rejectsFolder().resolve("two")).doesNotExist();
        assertThat(lake.rejectsFolder().resolve("one/farmers/F01")).doesNotExist();
    }
}
