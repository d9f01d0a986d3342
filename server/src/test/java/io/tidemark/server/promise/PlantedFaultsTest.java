package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The attackers of {@link PromiseStoriesTest} find what they look for: each {@link Fault} exposes somebody. */
@Tag("promise")
@SuppressWarnings("NullAway.Init") // set before all tests
class PlantedFaultsTest {

    /** A coast on which all of them show, by a few filters. */
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

    @ParameterizedTest
    @EnumSource
    void isFound(Fault fault) throws IOException {
        try (Attack attack = first.again(folder.resolve(fault.name()));
                Attack wrong = fault.plant(attack, folder.resolve(fault.name() + "-anew"))) {
            assertThat(wrong.exposures()).anyMatch(fault::isSeenIn);
        }
    }
}
