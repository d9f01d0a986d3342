package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.promise.Sum.What;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The promise, quickly: whatever a caller who is no admin asks, in however many requests, whenever, and whatever it delivers for its own company
 * between publications, what it learns about others are sums over at least three farmer groups besides itself. One small coast, a few filters
 * that show most, and one long story; {@link PromiseStoriesTest} has all.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class PromiseTest {

    private static final long SEED = 4;

    @TempDir
    static Path folder;

    private static Attack first;

    @BeforeAll
    static void start() throws IOException {
        first = Attack.on(SEED, Files.createDirectories(folder.resolve("first")), false).begin();
    }

    @AfterAll
    static void stop() {
        first.close();
    }

    @Test
    void oneSnapshotExposesNobody() {
        // what is shown is enough to add and subtract
        assertThat(first.sums(What.FISH)).isGreaterThan(20);
        assertThat(first.unexplained()).isEmpty();
        assertThat(first.exposures()).isEmpty();
    }

    @Test
    void oneSnapshotTellsNobodysFishToFifteenPercent() {
        assertThat(first.nearly()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "MANY_THINGS")
    void noSequenceOfSnapshotsExposesAnybody(Story story) throws IOException {
        try (Attack attack = first.again(folder.resolve(story.name()))) {
            story.tell(attack);
            assertThat(attack.unexplained()).isEmpty();
            assertThat(attack.exposures()).isEmpty();
            assertThat(attack.nearly()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"A_ROW_CHANGES_AFTER_ITS_RELEASE", "THREE_GROUPS_ARE_RELEASED"})
    void theAttackersFindPlantedFaults(Fault fault) throws IOException {
        try (Attack attack = first.again(folder.resolve(fault.name()));
                Attack wrong = fault.plant(attack, folder.resolve(fault.name() + "-anew"))) {
            assertThat(wrong.exposures()).anyMatch(fault::isSeenIn);
        }
    }
}
