package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.promise.Sum.What;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link PromiseTest} at length: several random coasts, every route with many filters, and every story. */
@Tag("promise")
@ParameterizedClass
@ValueSource(longs = {4, 5, 6})
@SuppressWarnings("NullAway.Init") // set before all tests
class PromiseStoriesTest {

    @TempDir
    static Path folder;

    private static Attack first;

    @Parameter
    long seed;

    @BeforeParameterizedClassInvocation
    static void start(long seed) throws IOException {
        first = Attack.on(seed, Files.createDirectories(folder.resolve("first-" + seed)), true).begin();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        first.close();
    }

    @Test
    void oneSnapshotExposesNobody() {
        assertThat(first.sums(What.FISH)).isGreaterThan(20);
        assertThat(first.unexplained()).isEmpty();
        assertThat(first.exposures()).isEmpty();
    }

    @Test
    void oneSnapshotTellsNobodysFishToFifteenPercent() {
        assertThat(first.nearly()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void noSequenceOfSnapshotsExposesAnybody(Story story) throws IOException {
        try (Attack attack = first.again(folder.resolve(story.name() + seed))) {
            story.tell(attack);
            assertThat(attack.unexplained()).isEmpty();
            assertThat(attack.exposures()).isEmpty();
            assertThat(attack.nearly()).isEmpty();
        }
    }
}
