package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
     * Counts the deliveries that did not get in, in all folders that were watched; throws {@link LakeException} if a
     * record cannot be read.
     */
    public static Unpublished unpublished(Lake lake) {
        try {
            List<WatchState.Recorded> all = WatchState.readAll(lake);
            return new Unpublished(all.stream().flatMap(each -> each.taken().values().stream())
                    .filter(taken -> taken.outcome() == IngestOutcome.REJECTED).count(), all.stream()
                    .mapToLong(each -> each.failed().size()).sum());
        } catch (IOException e) {
            throw new LakeException("cannot read the records of the watch in " + lake.root() + ": " + e.getMessage(),
                    e);
        }
    }

    /**
     * The outcomes by name of the sub-folder; empty if no watch has watched the folder for this lake. Throws {@link
     * LakeException} if the record cannot be read, since then nothing is known of any delivery.
     */
    public static SortedMap<String, Outcome> of(Lake lake, Path folder) {
        try {
            SortedMap<String, Outcome> outcomes = new TreeMap<>();
            WatchState.read(lake, folder).taken().forEach((name, taken) ->
                    outcomes.put(name, new Outcome(taken.outcome(), taken.snapshot())));
            return outcomes;
        } catch (IOException e) {
            throw new LakeException("cannot read the record of the watch over " + folder + " in " + lake.root() + ": "
                    + e.getMessage(), e);
        }
    }
}
