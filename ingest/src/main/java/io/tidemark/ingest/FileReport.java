package io.tidemark.ingest;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.delivery.DisplayText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a delivered file.
 * @param path     its path in the delivery
 * @param table    its table
 * @param read     rows read
 * @param accepted rows accepted
 * @param rejected bad rows; the first 100,000 are in its rejects file
 * @param seconds  time that reading took
 * @param notes    remarks for people, such as ignored columns
 * @param failure  reason why the file fails its delivery, or null
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record FileReport(String path, String table, long read, long accepted, long rejected, double seconds,
        List<String> notes, @Nullable String failure) {

    /** The report of a file after all checks. */
    static FileReport of(FileResult result) {
        return new FileReport(result.file().relative(), result.table(), result.read(),
                result.failure() == null ? result.read() - result.rejected() : 0, result.rejected(),
                Math.round(result.seconds() * 1000) / 1000.0, result.notes(), result.failure());
    }

    /** Copies the list; escapes text from the file. */
    public FileReport {
        notes = notes.stream().map(DisplayText::of).toList();
        failure = failure == null ? null : DisplayText.of(failure);
    }
}
