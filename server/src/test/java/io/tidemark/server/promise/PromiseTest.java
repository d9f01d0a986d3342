package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.promise.Sum.What;
import io.tidemark.server.sql.SqlTree;
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
 * The promise, quickly: whatever a caller who is no admin asks, in however many requests, whenever, and whatever it
 * delivers for its own company between publications, what it learns about others are sums over at least three farmer
 * groups besides itself. One small coast, a few filters that show most, and one long story; {@link PromiseStoriesTest}
 * has all.
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

    /**
     * The others' rate of the own cell alone, in place of that of its atom. The server refuses a file that reads
     * others' rows beside own ones, but does not know what a column means: these feign to keep own rows.
     */
    @Test
    void aComparisonWithACellIsFound() throws IOException {
        String shared = String.valueOf(SqlTree.shipped().get("shared/others.sql"))
                .replace("a.standard\n", "a.standard,\n    CAST(:own_group AS VARCHAR) AS mine\n")
                .replace("WHERE :is_farmer", "WHERE mine = :own_group")
                .replace("p.standard\n", "p.standard,\n    CAST(:own_group AS VARCHAR) AS his\n")
                .replace("WHERE c.piece_start", "WHERE his = :own_group AND c.piece_start");
        String route = String.valueOf(SqlTree.shipped().get("v3/comparison/expected-loss.sql"));
        String wrong = """
                others AS (
                  SELECT piece_start, production_area_id, generation, weight_class, sum(fish_days) AS fish_days, sum(mortality_count) AS mortality_count,
                    sum(culling_count) AS culling_count, sum(mortality_count + culling_count) AS loss_count, 10000 AS factor, 10 AS tenths,
                    1 AS standard, CAST(:own_group AS VARCHAR) AS mine
                  FROM released_cell_stock
                  WHERE mine = :own_group AND site_placement = 'offshore' AND farmer_group_key <> :own_group
                  GROUP BY 1, 2, 3, 4
                )""";
        assertThat(first.exposuresOf("/v3/planted/right", routes("right", route, shared.strip()),
                Files.createDirectories(folder.resolve("right"))))
                .isEmpty();
        assertThat(first.exposuresOf("/v3/planted/wrong", routes("wrong", route, wrong),
                Files.createDirectories(folder.resolve("wrong")))).isNotEmpty();
    }

    private static Path routes(String name, String route, String others) throws IOException {
        Path file = folder.resolve("routes-" + name).resolve("v3/planted/" + name + ".sql");
        Files.createDirectories(file.getParent());
        String planted = route.replaceFirst("(?m)^confidentiality:.*\\n(?:  .*\\n)*", "confidentiality: own\n")
                .replace("with: [area, others]", "with: [area]").replace("{others},", others + ",");
        Files.writeString(file, planted);
        return folder.resolve("routes-" + name);
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
