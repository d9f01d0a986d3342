package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Figures that are no sums (site averages, quarters of sites, best and worst tenths, tails of feed rates), quickly: no
 * combination of all that one caller is ever told is about one or two other groups. One sea and one long story; {@link
 * FiguresStoriesTest} has all.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class FiguresPromiseTest {

    private static final long SEED = 7;

    @TempDir
    static Path folder;

    private static SeaAttack attack;

    @BeforeAll
    static void start() throws IOException {
        attack = SeaAttack.begin(SEED, Files.createDirectories(folder.resolve("sea")), false);
        SeaStory.MANY_THINGS.tell(attack);
    }

    @AfterAll
    static void stop() {
        attack.close();
    }

    @Test
    void nobodyIsExposed() {
        assertThat(attack.unexplained()).isEmpty();
        // there is something to add and subtract
        assertThat(attack.sums(true)).isGreaterThan(30);
        assertThat(attack.sums(false)).isGreaterThan(3);
        assertThat(attack.tails()).isGreaterThan(10);
        assertThat(attack.exposures()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedFaultIsFound(FigureFault fault) {
        assertThat(fault.exposures(attack)).isNotEmpty();
    }
}
