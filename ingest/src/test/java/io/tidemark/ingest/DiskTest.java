package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.SnapshotVerifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full at any point, and one that cannot be written: nothing breaks, and with room the next run
 * succeeds.
 */
class DiskTest {

    @TempDir
    private Path folder;

    private TestDelivery published() {
        TestDelivery delivery = new TestDelivery(folder).basics();
        stock(delivery, 1000);
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        return delivery;
    }

    // 1000 days in three years of one unit, so that the snapshot has some files to fill a disk with
    private static void stock(TestDelivery delivery, int fish) {
        StringBuilder stock = new StringBuilder(TestDelivery.STOCK);
        for (int day = 0; day < 1000; day++) {
            stock.append(TestDelivery.TODAY.minusDays(day)).append(",100,A,C,SAL,").append(fish + day % 7)
                    .append(",2000,V2023\n");
        }
        delivery.file("farmers/F01/stock.csv", stock.append("2026-01-08,100,B,C,SAL,-5,2000,V2025\n").toString());
    }

    @Test
    void aFullDiskPublishesNothingAndLeavesNothing() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("lake"), 8)) {
            TestDelivery delivery = published();
            List<IngestOutcome> ends = new ArrayList<>();
            int failures = 0;
            int fish = 2000;
            for (int kilobytes = 0; kilobytes < 400; kilobytes = kilobytes < 40 ? kilobytes + 8 : kilobytes * 2) {
                stock(delivery.next(), ++fish);
                SnapshotId before = delivery.lake.currentId().orElseThrow();
                disk.fillUpTo(kilobytes);
                try {
                    ends.add(delivery.ingest().outcome());
                } catch (LakeException e) {
                    failures++;
                    assertThat(e).hasMessageMatching("(?is).*(no space|nothing was published|cannot).*");
                    assertThat(delivery.lake.currentId()).contains(before);
                    assertThat(delivery.lake.list()).contains(before).doesNotHaveDuplicates();
                    assertThat(folder.resolve("lake/staging"))
                            .satisfiesAnyOf(staging -> assertThat(staging).doesNotExist(),
                            staging -> assertThat(staging).isEmptyDirectory());
                }
                SnapshotId now = delivery.lake.currentId().orElseThrow();
                assertThat(SnapshotVerifier.verify(delivery.lake, now, delivery.lake.open(now).manifest(),
                        new EngineSettings(1, 512, folder)).findings()).isEmpty();
            }
            assertThat(failures).as("%s", ends).isGreaterThanOrEqualTo(4);
            disk.free();
            stock(delivery.next(), 9000);
            assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
            try (var rejects = Files.list(folder.resolve("lake/rejects"))) {
                assertThat(rejects.map(f -> new SnapshotId(f.getFileName().toString())))
                        .isSubsetOf(delivery.lake.list());
            }
        }
    }

    @Test
    void aReadOnlyLakeIsSaidAndStaysReadable() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("lake"), 8)) {
            TestDelivery delivery = published();
            stock(delivery.next(), 2000);
            disk.makeReadOnly(true);

            assertThatThrownBy(delivery::ingest).isInstanceOf(LakeException.class)
                    .hasMessageContaining("cannot write to the lake");
            SnapshotId now = delivery.lake.currentId().orElseThrow();
            assertThatThrownBy(() -> delivery.lake.leases().take(now)).isInstanceOf(LakeException.class)
                    .hasMessageContaining("cannot mark snapshot " + now + " as open: FileSystem ");
            assertThat(SnapshotVerifier.verify(delivery.lake, now, delivery.lake.open(now).manifest(),
                    new EngineSettings(1, 512, folder)).findings()).isEmpty();

            disk.makeReadOnly(false);
            assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        }
    }
}
