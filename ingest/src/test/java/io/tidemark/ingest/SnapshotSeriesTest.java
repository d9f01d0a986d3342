package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotSeriesTest {

    private static final String PART = "d".repeat(250);

    @TempDir
    private Path folder;

    @Test
    void allAreClosedAlsoIfOneCannotBe() throws IOException {
        Lake lake = Lake.at(folder.resolve("lake"));
        try (LakeLock _ = lake.lock()) {
            SnapshotSeries series = new SnapshotSeries(lake);
            List<Path> work = List.of(series.next().workFolder(), series.next().workFolder());
            for (Path each : work) {
                // a path that is longer than the system allows: Java cannot delete it
                run(each, "mkdir", "-p", String.join("/", Collections.nCopies(20, PART)));
            }
            assertThatThrownBy(series::close).isInstanceOf(LakeException.class).hasMessageStartingWith("cannot clear ")
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
            for (Path each : work) {
                run(each, "rm", "-rf", PART);
            }
        }
        // the next one removes what nobody holds
        try (LakeLock _ = lake.lock()) {
            assertThat(lake.root().resolve("staging")).doesNotExist();
        }
    }

    private static void run(Path in, String... command) throws IOException {
        assertThat(new ProcessBuilder(command).directory(in.toFile()).inheritIO().start().onExit().join().exitValue())
                .isZero();
    }
}
