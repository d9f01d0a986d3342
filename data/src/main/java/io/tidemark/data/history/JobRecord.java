package io.tidemark.data.history;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.Lake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * When a job last succeeded on a lake, kept in its folder {@code jobs}: what did not run leaves no other trace.
 *
 * @param at   when it ended
 * @param took how long it took; zero for a delivery that a watch took in together with others
 * @param note what the next run or a check needs: the folder of a backup, the number of verified files; else empty
 */
public record JobRecord(Instant at, Duration took, String note) {

    /** The reading of all files, which the server does at night; its time has a metric of its own. */
    public static final String VERIFY = "verify";

    /** The jobs that are recorded. */
    public static final List<String> JOBS = List.of("backup", "backup_to", "backup_verify", "certificate", "ingest",
            "prune");

    private static Path file(Lake lake, String job) {
        return lake.root().resolve("jobs").resolve(job);
    }

    /** Records that a job has succeeded, unless there is no lake; one that cannot be written keeps its record. */
    public static void write(Lake lake, String job, Duration took) {
        write(lake, job, took, "");
    }

    /** Records that a job has succeeded, with a note of one line. */
    public static void write(Lake lake, String job, Duration took, String note) {
        if (!Files.isDirectory(lake.root())) {
            return;
        }
        try {
            Path file = file(lake, job);
            FilePermissions.makeFolder(lake.root().resolve("jobs"));
            DurableFiles.replace(file, (Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + took
                    + (note.isEmpty() ? "" : " " + note) + "\n")
                    .getBytes(StandardCharsets.UTF_8), FilePermissions.FILE);
            FileOwnership.giveToFolderOwner(file);
        } catch (IOException e) {
            System.getLogger("io.tidemark.job").log(System.Logger.Level.WARNING, "the success of " + job
                    + " cannot be recorded in " + lake.root() + ": " + e.getMessage());
        }
    }

    /** The record of a job; empty before its first success, or if it cannot be read. */
    public static Optional<JobRecord> of(Lake lake, String job) {
        try {
            String[] words = Files.readString(file(lake, job)).strip().split(" ", 3);
            return Optional.of(new JobRecord(Instant.parse(words[0]), Duration.parse(words[1]),
                    words.length > 2 ? words[2] : ""));
        } catch (IOException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
