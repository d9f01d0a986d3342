package io.tidemark.ingest.check;

import java.util.List;
import java.util.stream.Stream;

/**
 * Files after all checks.
 * @param results  the result of each file
 * @param warnings remarks for people
 */
public record CheckedFiles(List<FileResult> results, List<String> warnings) {

    /** Copies the lists. */
    public CheckedFiles {
        results = List.copyOf(results);
        warnings = List.copyOf(warnings);
    }

    /** Whether no file fails the delivery. */
    public boolean isGood() {
        return results.stream().allMatch(result -> result.failure() == null);
    }

    /** These files and others. */
    public CheckedFiles and(CheckedFiles more) {
        return new CheckedFiles(Stream.concat(results.stream(), more.results.stream()).toList(),
                Stream.concat(warnings.stream(), more.warnings.stream()).toList());
    }
}
