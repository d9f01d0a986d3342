package io.tidemark.ingest;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.ingest.delivery.DisplayText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of an ingest.
 *
 * @param outcome  how it ended
 * @param snapshot the snapshot that it published, or null
 * @param files    the outcome of each delivered file
 * @param reasons  the faults, most frequent first
 * @param warnings warnings for people to check
 * @param rejects  the folder with the rejected rows, or null without any
 * @param noBenchmark why nothing of the snapshot is in a benchmark; null if something is
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IngestReport(IngestOutcome outcome, @Nullable SnapshotId snapshot, List<FileReport> files,
        List<ReasonCount> reasons, List<String> warnings,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Path rejects, @Nullable String noBenchmark) {

    /** Creates the report of an ingest that has published nothing yet. */
    IngestReport(IngestOutcome outcome, @Nullable SnapshotId snapshot, List<FileReport> files,
            List<ReasonCount> reasons, List<String> warnings, @Nullable Path rejects) {
        this(outcome, snapshot, files, reasons, warnings, rejects, null);
    }

    /** A copy for a snapshot that several deliveries were published in, with what is told of it once. */
    IngestReport publishedIn(SnapshotId published, Optional<String> warning, Optional<String> reason) {
        List<String> all = Stream.concat(warnings.stream(), warning.stream()).toList();
        return new IngestReport(outcome, published, files, reasons, all, rejects, reason.orElse(null));
    }

    /** A copy without the folder of rejected rows, which is deleted. */
    IngestReport withoutRejects() {
        Stream<String> gone = rejects == null ? Stream.of()
                : Stream.of("the rejected rows are not kept: a dry run leaves nothing in the lake");
        return new IngestReport(outcome, snapshot, files, reasons, Stream.concat(warnings.stream(), gone).toList(),
                null);
    }

    /** Copies the lists; escapes text from the delivery. */
    public IngestReport {
        files = List.copyOf(files);
        reasons = List.copyOf(reasons);
        warnings = warnings.stream().map(DisplayText::of).toList();
    }
}
