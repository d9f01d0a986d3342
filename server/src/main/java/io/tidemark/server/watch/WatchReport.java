package io.tidemark.server.watch;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.server.delivery.RejectedFiles.RejectsFile;
import java.util.List;

/**
 * What one company should know of a snapshot: nothing in it is of another company.
 *
 * @param farmerId the company
 * @param snapshot the snapshot's id
 * @param signals  pens with a signal, those that need somebody first at the top
 * @param missing  pens with missing days
 * @param rejected files of its last delivery with rejected rows
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record WatchReport(String farmerId, String snapshot, List<WatchedPen> signals, List<WatchedPen> missing,
        List<RejectsFile> rejected) {

    /** Copies the lists. */
    public WatchReport {
        signals = List.copyOf(signals);
        missing = List.copyOf(missing);
        rejected = List.copyOf(rejected);
    }

    /** Whether there is nothing to tell. */
    public boolean isEmpty() {
        return signals.isEmpty() && missing.isEmpty() && rejected.isEmpty();
    }
}
