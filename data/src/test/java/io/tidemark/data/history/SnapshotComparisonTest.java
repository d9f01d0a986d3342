package io.tidemark.data.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.data.TestLake;
import io.tidemark.data.history.TableDiff.FarmerDiff;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How two snapshots differ: a week of four companies, and what the next delivery made of it. */
class SnapshotComparisonTest {

    @TempDir
    private static Path folder;
    private static Lake lake;
    private static Snapshot first;
    private static Snapshot second;
    private static SnapshotComparison comparison;

    @BeforeAll
    static void compare() throws IOException {
        lake = Lake.at(folder.resolve("lake"));
        String reading = "'100' AS site_id, 7.5 AS temperature, 1 AS measurement_count";
        first = TestLake.coast(lake, "33334444").week(1, 4)
                .stock(1, LocalDate.of(2025, 12, 31), LocalDate.of(2025, 12, 31), 1000)
                .add(LakeTables.TEMPERATURE_DAY, "SELECT DATE '2026-06-01' AS date, 'F01' AS farmer_id, 'farmer' AS "
                + "data_source, " + reading)
                .add(LakeTables.TEMPERATURE_DAY, "SELECT DATE '2026-06-01' AS date, 'authority' AS data_source, "
                + reading)
                .publish();
        second = TestLake.next(lake)
                .replace(LakeTables.STOCK_DAY, "SELECT * REPLACE (if(farmer_id = 'F01' AND date > DATE '2026-06-05', "
                        + "1, feed_g) AS feed_g) FROM stock_day "
                        + "WHERE NOT (farmer_id = 'F02' AND date = DATE '2026-06-03')")
                .week(1, 4, TestLake.SUNDAY.plusDays(1), 1000)
                .replace(LakeTables.TEMPERATURE_DAY, "SELECT * REPLACE (temperature + 1 AS temperature) FROM "
                + "temperature_day WHERE data_source = 'authority'")
                .replace(LakeTables.SITE, "SELECT * REPLACE (if(site_id = '100', 'Nyholmen', site_name) AS site_name) "
                + "FROM site WHERE site_id <> '800'")
                .add(LakeTables.SITE, "SELECT '810' AS site_id, 'Ny' AS site_name, 'offshore' AS placement")
                .add(LakeTables.MARINE_TYPE, "SELECT chr(CAST(96 + i AS INTEGER)) AS code, 'type' AS name FROM "
                + "range(1, 26) AS r(i)")
                .rule(new PrivacyRule(3, 80)).publish();
        Files.createDirectories(lake.folder(first.id()).resolveSibling("dropped"));
        comparison = SnapshotComparison.of(lake, first.id().text(), null, TestLake.settings(folder));
    }

    // rows added, removed, changed | by company: added/removed/changed, first and last day, number of days
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            stock_day 2026       | 28 1 2 | F01 7/0/2 2026-06-06 2026-06-14 9, F02 7/1/0 2026-06-03 2026-06-14 8, F03 7/0/0 2026-06-08 2026-06-14 7, F04 7/0/0 2026-06-08 2026-06-14 7
            loss_day 2026        | 4 0 0  | F01 1/0/0 2026-06-08 2026-06-08 1, F02 1/0/0 2026-06-08 2026-06-08 1, F03 1/0/0 2026-06-08 2026-06-08 1, F04 1/0/0 2026-06-08 2026-06-08 1
            temperature_day 2026 | 0 1 1  | - 0/0/1 2026-06-01 2026-06-01 1, F01 0/1/0 2026-06-01 2026-06-01 1
            site null            | 1 1 1  | ''
            marine_type null     | 25 0 0 | ''
            """)
    void whatDiffers(String part, String rows, String farmers) {
        assertThat(comparison.tables()).filteredOn(table -> (table.table() + " " + table.year()).equals(part))
                .singleElement().satisfies(table -> {
            assertThat(table.added() + " " + table.removed() + " " + table.changed()).isEqualTo(rows);
            assertThat(table.farmers().stream().map(SnapshotComparisonTest::text).collect(Collectors.joining(", ")))
                    .isEqualTo(farmers);
        });
    }

    private static String text(FarmerDiff its) {
        return (its.farmer() == null ? "-" : its.farmer()) + " " + its.added() + "/" + its.removed() + "/"
                + its.changed() + " " + its.firstDay() + " " + its.lastDay() + " " + its.days();
    }

    /** Not the year 2025 of the stock, which was written anew with the same rows. */
    @Test
    void nothingElseDiffers() {
        assertThat(comparison.tables()).extracting(TableDiff::table, TableDiff::year)
                .containsExactly(tuple("stock_day", 2026), tuple("loss_day", 2026),
                tuple("temperature_day", 2026), tuple("site", null), tuple("marine_type", null));
        assertThat(comparison.samePrivacyRule()).isFalse();
        assertThat(List.of(comparison.from(), comparison.to())).containsExactly(first.id().text(), second.id().text());
    }

    @Test
    void listsSayTheFirstKeysThatDiffer() {
        assertThat(keys("site")).containsExactly("added 810", "changed 100", "removed 800");
        assertThat(keys("marine_type")).hasSize(20).startsWith("added a", "added b");
        assertThat(keys("stock_day")).isEmpty();
    }

    private static List<String> keys(String name) {
        return comparison.tables().stream().filter(table -> table.table().equals(name))
                .flatMap(table -> table.keys().stream()).map(key -> key.change() + " " + key.key()).toList();
    }

    @Test
    void theEntriesOfTheLedgerThatOnlyOneHas() {
        assertThat(comparison.ledger().from()).isEqualTo(1);
        assertThat(comparison.ledger().to()).isEqualTo(2);
        assertThat(comparison.ledger().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.number()).isEqualTo(2);
            assertThat(entry.releasedThrough()).isEqualTo("2026-06-14");
        });
        // backwards it is the same entry
        SnapshotComparison back = SnapshotComparison.of(lake, second.id().text(), first.id().text(),
                TestLake.settings(folder));
        assertThat(back.ledger().from()).isEqualTo(2);
        assertThat(back.ledger().to()).isEqualTo(1);
        assertThat(back.ledger().entries()).isEqualTo(comparison.ledger().entries());
        assertThat(back.tables().getFirst().removed()).isEqualTo(28);
    }

    @Test
    void oneIsLikeItself() {
        SnapshotComparison same = SnapshotComparison.of(lake, second.id().text(), second.id().text(),
                TestLake.settings(folder));
        assertThat(same.tables()).isEmpty();
        assertThat(same.ledger().entries()).isEmpty();
        assertThat(same.samePrivacyRule()).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            20990101T000000.000Z | there is no snapshot 20990101T000000.000Z in
            dropped              | dropped is no snapshot: no manifest yet
            """)
    void whatIsNoSnapshotIsNotCompared(String name, String message) {
        assertThatThrownBy(() -> SnapshotComparison.of(lake, first.id().text(), name, TestLake.settings(folder)))
                .isInstanceOf(NoSuchSnapshotException.class).hasMessageContaining(message);
    }

    @Test
    void whereNothingIsPublishedASecondOneIsAskedFor() {
        Lake none = Lake.at(folder.resolve("none"));
        assertThatThrownBy(() -> SnapshotComparison.of(none, "one", null, TestLake.settings(folder)))
                .isInstanceOf(NoSuchSnapshotException.class).hasMessageContaining("nothing is published in");
    }

    @Test
    void aListShowsWhatAManifestSays() {
        SnapshotHistory history = SnapshotHistory.of(lake);
        SnapshotSummary published = SnapshotSummary.of(history.named(second.id().text()).orElseThrow());
        assertThat(published.published()).isTrue();
        assertThat(published.base()).isEqualTo(first.id().text());
        assertThat(published.ledgerEntries()).isEqualTo(2);
        assertThat(published.releasedThrough()).isEqualTo("2026-06-14");
        // F02's third day and the year before were too late, or too few
        assertThat(published.waitingShare()).isNotNull().isBetween(0.0, 1.0);
        assertThat(published.rows()).isEqualTo(LakeTables.delivered().stream()
                .flatMap(table -> second.entries(table).stream()).mapToLong(file -> file.rows()).sum());
        assertThat(published.bytes()).isGreaterThan(10_000);

        SnapshotSummary dropped = SnapshotSummary.of(history.named("dropped").orElseThrow());
        assertThat(dropped.problem()).isEqualTo("no manifest yet");
        assertThat(dropped.rows()).isNull();
    }
}
