package io.tidemark.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server that was killed leaves is cleared, and nothing else. */
class SpillFolderTest {

    @TempDir
    Path folder;

    @Test
    void foldersOfDeadServersAreCleared() throws IOException {
        long own = ProcessHandle.current().pid();
        Path dead = Files.createDirectories(folder.resolve("engine-999999999999-1"));
        Files.writeString(dead.resolve("spilled"), "x");
        Path before = Files.createDirectories(folder.resolve("engine-" + own + "-2"));
        // of a process that had this one's number and ended long ago
        Files.setLastModifiedTime(before, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        Path other = Files.createDirectories(folder.resolve("engine-room"));
        try (SpillFolder mine = SpillFolder.make(folder)) {
            SpillFolder.clearDead(folder);
            assertThat(dead).doesNotExist();
            assertThat(before).doesNotExist();
            assertThat(mine.path()).exists();
            assertThat(other).exists();
        }
        assertThat(folder).isDirectoryNotContaining("glob:**engine-" + own + "*");
    }
}
