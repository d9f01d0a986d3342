package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a watch has recorded of the deliveries in its folder, for others to read. A delivery that waits has no record.
 */
public final class WatchOutcomes {

    /**
     * What became of a delivery.
     *
     * @param outcome  how its ingest ended
     * @param snapshot the snapshot that it made; null if it made none
     */
    public record Outcome(IngestOutcome outcome, @Nullable String snapshot) {}

    /**
     * How many deliveries in the watched folders of a lake did not get in.
     *
     * @param rejected those that were rejected as a whole
     * @param failed   those that could not be processed, for lack of memory or disk or by an internal error
     */
    public record Unpublished(long rejected, long failed) {}

    private WatchOutcomes() {}

    /**
     * A delivery that no watch has taken in.
     *
     * @param folder its folder
     * @param since  when that arrived, or was changed last
     * @param rhythm how long a delivery waits at most where a watch runs: a day and two hours if it publishes at a time
     *               of day, else an hour
     */
    public record Waiting(Path folder, Instant since, Duration rhythm) {}

    private static final Duration DAILY = Duration.ofHours(26);
    private static final Duration EACH = Duration.ofHours(1);

    /**
     * The deliveries that no watch has taken in, in all folders that were watched and in one more; a folder that is not
     * there has none.
     *
     * @param uploads the folder of uploads; null for none
     */
    public static List<Waiting> waiting(Lake lake, @Nullable Path uploads) {
        List<Waiting> waiting = new ArrayList<>();
        folders(lake, uploads).forEach((folder, record) -> WatchedFolder.of(folder).deliveries().stream()
                .filter(name -> !record.taken().containsKey(name)).map(folder::resolve).forEach(delivery -> {
                    try {
                        // not its last change of content, which a copy may bring along
                        FileTime since = (FileTime) Files.getAttribute(delivery, "unix:ctime");
                        waiting.add(new Waiting(delivery, since.toInstant(), record.isDaily() ? DAILY : EACH));
                    } catch (IOException _) {
                        // it was removed meanwhile
                    }
                }));
        return waiting;
    }

    /** The folders that a watch has ever watched for this lake, as far as they are there, and one more. */
    public static Set<Path> landings(Lake lake, @Nullable Path uploads) {
        return folders(lake, uploads).keySet();
    }

    /** Whether a watch has ever watched a folder for this lake. */
    public static boolean isWatched(Lake lake, Path folder) {
        return recorded(lake).stream().anyMatch(each -> each.folder() != null && real(folder)
                .equals(Path.of(each.folder())));
    }

    /** The delivered files of a company that are left in these folders, uploads in the making too. */
    public static List<Path> filesOf(String farmer, Lake lake, @Nullable Path uploads) {
        List<Path> left = new ArrayList<>();
        for (Path folder : folders(lake, uploads).keySet()) {
            LakeException.run("cannot look for delivered files in " + folder, () -> {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> Files.isRegularFile(file) && folder.relativize(file).toString()
                            .contains("farmers/" + farmer + "/")).sorted().forEach(left::add);
                }
            });
        }
        return left;
    }

    // with what is recorded of them
    private static Map<Path, WatchState.Recorded> folders(Lake lake, @Nullable Path uploads) {
        Map<Path, WatchState.Recorded> folders = new LinkedHashMap<>();
        for (WatchState.Recorded each : recorded(lake)) {
            if (each.folder() != null && Files.isDirectory(Path.of(each.folder()))) {
                folders.put(Path.of(each.folder()), each);
            }
        }
        if (uploads != null && Files.isDirectory(uploads)) {
            folders.putIfAbsent(real(uploads), WatchState.NOTHING);
        }
        return folders;
    }

    /**
     * Forgets the deliveries that are no longer in their folders, as the watch does when it looks; where the folder
     * itself is gone, those whose name names a company. A record that a watch holds is left to it.
     *
     * @return the records that still name the company, since such a delivery is still there
     */
    public static List<String> forget(String farmer, Lake lake) {
        return LakeException.get("cannot change the records of the watch in " + lake.root(),
                () -> WatchState.forget(lake, farmer));
    }

    private static Path real(Path folder) {
        return LakeException.get("cannot look into " + folder, folder::toRealPath);
    }

    private static List<WatchState.Recorded> recorded(Lake lake) {
        return LakeException.get("cannot read the records of the watch in " + lake.root(),
                () -> WatchState.readAll(lake));
    }

    /**
     * Counts the deliveries that did not get in, in all folders that were watched; throws {@link LakeException} if a
     * record cannot be read.
     */
    public static Unpublished unpublished(Lake lake) {
        List<WatchState.Recorded> all = recorded(lake);
        return new Unpublished(all.stream().flatMap(each -> each.taken().values().stream())
                .filter(taken -> taken.outcome() == IngestOutcome.REJECTED).count(), all.stream()
                .mapToLong(each -> each.failed().size()).sum());
    }

    /**
     * The outcomes by name of the sub-folder; empty if no watch has watched the folder for this lake. Throws {@link
     * LakeException} if the record cannot be read, since then nothing is known of any delivery.
     */
    public static SortedMap<String, Outcome> of(Lake lake, Path folder) {
        SortedMap<String, Outcome> outcomes = new TreeMap<>();
        LakeException.get("cannot read the record of the watch over " + folder + " in " + lake.root(),
                () -> WatchState.read(lake, folder)).taken().forEach((name, taken) ->
                outcomes.put(name, new Outcome(taken.outcome(), taken.snapshot())));
        return outcomes;
    }
}
