package io.tidemark.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.TestLake;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a list of snapshots shows of two weeks of four companies, and of a folder without a manifest. */
class SnapshotSummaryTest {

    @TempDir
    private static Path folder;

    @Test
    void aListShowsWhatAManifestSays() throws IOException {
        Lake lake = Lake.at(folder.resolve("lake"));
        Snapshot first = TestLake.coast(lake, "33334444").week(1, 4)
                .stock(1, LocalDate.of(2025, 12, 31), LocalDate.of(2025, 12, 31), 1000).publish();
        Snapshot second = TestLake.next(lake)
                .replace(LakeTables.STOCK_DAY, "SELECT * FROM stock_day WHERE NOT (farmer_id = 'F02' AND date = DATE "
                        + "'2026-06-03')")
                .week(1, 4, TestLake.SUNDAY.plusDays(1), 1000).rule(new PrivacyRule(3, 80)).publish();
        Files.createDirectories(lake.folder(first.id()).resolveSibling("dropped"));
        SnapshotHistory history = SnapshotHistory.of(lake);
        SnapshotSummary published = SnapshotSummary.of(history.named(second.id().text()).orElseThrow());
        assertThat(published.published()).isTrue();
        assertThat(published.base()).isEqualTo(first.id().text());
        assertThat(published.ledgerEntries()).isEqualTo(2);
        assertThat(published.releasedThrough()).isEqualTo("2026-06-14");
        // of 1000, 27 000 and 28 000 fish-days only the year before's are in no atom: one group
        assertThat(published.waitingShare()).isEqualTo(0.0179);
        assertThat(published.rows()).isEqualTo(LakeTables.delivered().stream()
                .flatMap(table -> second.entries(table).stream()).mapToLong(file -> file.rows()).sum());
        assertThat(published.bytes()).isEqualTo(sizes(second));

        SnapshotSummary dropped = SnapshotSummary.of(history.named("dropped").orElseThrow());
        assertThat(dropped.problem()).isEqualTo("no manifest yet");
        assertThat(dropped.rows()).isNull();
    }

    private static long sizes(Snapshot snapshot) throws IOException {
        long bytes = 0;
        for (TableContract table : LakeTables.all()) {
            for (Path file : snapshot.files(table)) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
