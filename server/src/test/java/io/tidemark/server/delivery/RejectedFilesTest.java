package io.tidemark.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.delivery.RejectedFiles.RejectsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rejected rows are listed newest first, and one list counts only so many rows. */
final class RejectedFilesTest {

    private static final String OLD = "20260101T000000.000Z";
    private static final String NEW = "20260102T000000.000Z";

    @TempDir
    private Path folder;

    private Lake lake() {
        return Lake.at(folder);
    }

    private void file(String id, String path, int rows) throws IOException {
        Path file = lake().rejects(new SnapshotId(id)).resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "line,column,value,reason\n" + "2,site_id,x,is no site\n".repeat(rows));
    }

    @Test
    void rowsAreCountedUpToABoundOfAllFilesTogether() throws IOException {
        file(NEW, "farmers/F1/losses.csv", 4);
        file(NEW, "farmers/F1/stock.csv", 4);
        file(OLD, "farmers/F2/stock.csv", 4);

        List<RejectedFiles> newest = RejectedFiles.newest(lake(), path -> true, 10, 6);

        assertThat(newest).extracting(RejectedFiles::id).containsExactly(NEW, OLD);
        assertThat(newest.stream().flatMap(each -> each.files().stream()))
                .extracting(RejectsFile::path, RejectsFile::rows, RejectsFile::more).containsExactly(
                tuple("farmers/F1/losses.csv", 4L, false),
                tuple("farmers/F1/stock.csv", 2L, true),
                tuple("farmers/F2/stock.csv", 0L, true));
        assertThat(RejectedFiles.newest(lake(), path -> path.startsWith("farmers/F2/"), 10)).hasSize(1).first()
                .satisfies(one -> assertThat(one.files().getFirst().reasons().getFirst().rows()).isEqualTo(4));
        assertThat(RejectedFiles.newest(lake(), path -> true, 1)).extracting(RejectedFiles::id).containsExactly(NEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../" + OLD + "/farmers/F2/stock.csv", "farmers/F1/../../../" + OLD
            + "/farmers/F2/stock.csv", "/etc/passwd", "link.csv", "folder/stock.csv",
        "farmers", "", ".", "farmers/F1/losses.csv/", "farmers//F1/losses.csv", "farmers\\F1\\losses.csv"})
    void aPathThatLeadsElsewhereIsNone(String path) throws IOException {
        file(NEW, "farmers/F1/losses.csv", 1);
        file(OLD, "farmers/F2/stock.csv", 1);
        Path rejects = lake().rejects(new SnapshotId(NEW));
        Files.createSymbolicLink(rejects.resolve("link.csv"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(rejects.resolve("folder"), lake().rejects(new SnapshotId(OLD)).resolve("farmers/F2"));

        assertThat(RejectedFiles.file(lake(), NEW, path)).isEmpty();
        assertThat(RejectedFiles.file(lake(), NEW, "farmers/F1/losses.csv")).isPresent();
        assertThat(RejectedFiles.file(lake(), "..", "CURRENT")).isEmpty();
    }
}
