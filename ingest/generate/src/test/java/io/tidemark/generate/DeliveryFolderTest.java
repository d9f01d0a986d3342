package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryFolderTest {

    private static final DeliveryGenerator GENERATOR =
            new DeliveryGenerator(new GeneratorOptions(2, 1, 1, 1, LocalDate.of(2026, 5, 20), null));

    @TempDir
    private Path temp;

    @Test
    void aFolderWithSomethingElseInItIsRefusedAndLeftAlone() throws IOException {
        Path dir = Files.createDirectory(temp.resolve("mine"));
        Files.writeString(dir.resolve("diary.txt"), "mine");
        assertThatThrownBy(() -> GENERATOR.write(dir, message -> { })).isInstanceOf(GeneratorException.class)
                .hasMessageContaining("is not empty and was not made by the generator");
        assertThat(dir.resolve("diary.txt")).hasContent("mine");
        assertThat(temp).isDirectoryNotContaining("glob:**partial*");
    }

    @Test
    void aFileInItsPlaceIsRefused() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        assertThatThrownBy(() -> GENERATOR.write(file, message -> { })).isInstanceOf(GeneratorException.class)
                .hasMessageContaining("is not a folder");
    }

    @Test
    void anEmptyFolderIsFilledAndAnEarlierDeliveryReplaced() throws IOException {
        Path dir = Files.createDirectory(temp.resolve("delivery"));
        GENERATOR.write(dir, message -> { });
        Path stale = Files.writeString(dir.resolve("farmers/F01/stale.csv"), "old");
        List<String> told = new ArrayList<>();
        GENERATOR.write(dir, progress -> told.add(progress.toString()));
        assertThat(stale).doesNotExist();
        assertThat(dir.resolve("farmers/F01/stock.csv")).exists();
        assertThat(told).last().isEqualTo("generated 3 of 3 sites");
        assertThat(temp).isDirectoryNotContaining("glob:**partial*");
    }

    /** Neither of these two sites has fish that the storm could meet. */
    @Test
    void aStoryWithoutASiteForTheCorrectionHasNoCorrection() {
        Path dir = temp.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(2, 1, 1, 2, LocalDate.of(2026, 5, 20), null, 1, true))
                .write(dir, message -> { });
        assertThat(dir.resolve("_story.txt")).isRegularFile();
        assertThat(dir.resolve("_correction")).doesNotExist();
    }

    @Test
    void aFailureHalfWayKeepsTheEarlierDelivery() throws IOException {
        Path dir = temp.resolve("delivery");
        GENERATOR.write(dir, message -> { });
        assertThatThrownBy(() -> GENERATOR.write(dir, message -> {
            throw new IllegalStateException("stop here");
        })).hasMessage("stop here");
        assertThat(dir.resolve("farmers/F01/stock.csv")).exists();
        assertThat(temp).isDirectoryNotContaining("glob:**partial*");
    }
}
