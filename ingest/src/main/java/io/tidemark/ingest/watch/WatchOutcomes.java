package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a watch has recorded of the deliveries in its folder, for others to read. A delivery that waits has no record. */
public final class WatchOutcomes {

    /**
     * What became of a delivery.
     *
     * @param outcome  how its ingest ended
     * @param snapshot the snapshot that it made; null if it made none
     */
    public record Outcome(IngestOutcome outcome, @Nullable String snapshot) {}

    private WatchOutcomes() {}

    /** The outcomes by name of the sub-folder; empty where nobody has watched the folder for this lake. */
    public static SortedMap<String, Outcome> of(Lake lake, Path folder) {
        SortedMap<String, Outcome> outcomes = new TreeMap<>();
        try {
            WatchState.read(lake, folder).forEach((name, taken) -> outcomes.put(name, new Outcome(taken.outcome(), taken.snapshot())));
            return outcomes;
        } catch (IOException e) {
            return outcomes;
        }
    }
}
