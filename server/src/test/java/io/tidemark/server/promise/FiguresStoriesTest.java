package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link FiguresPromiseTest} at length: several random seas, and every story. */
@Tag("promise")
@ParameterizedClass
@ValueSource(longs = {7, 8, 9, 10})
@SuppressWarnings("NullAway.Init") // set before all tests
class FiguresStoriesTest {

    @TempDir
    static Path folder;

    private static SeaAttack first;

    @Parameter
    long seed;

    @BeforeParameterizedClassInvocation
    static void start(long seed) throws IOException {
        first = SeaAttack.begin(seed, Files.createDirectories(folder.resolve("first-" + seed)), true);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        first.close();
    }

    @ParameterizedTest
    @EnumSource
    void nobodyIsExposed(SeaStory story) throws IOException {
        try (SeaAttack attack = first.again(folder.resolve(story.name() + seed))) {
            story.tell(attack);
            assertThat(attack.unexplained()).isEmpty();
            assertThat(attack.sums(true)).isGreaterThan(10);
            assertThat(attack.exposures()).isEmpty();
        }
    }
}
