package io.tidemark.ingest.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
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

    /**
     * These files with what they take away from the lake as warnings; a file that takes away too much fails.
     * @param corrections by the path of their file, or by the table of any
     * @param isMeant     whether what a file takes away is meant
     */
    public CheckedFiles tell(Map<String, List<Correction>> corrections, Predicate<FileResult> isMeant) {
        List<FileResult> told = new ArrayList<>();
        List<String> more = new ArrayList<>(warnings);
        for (FileResult result : results) {
            List<Correction> all = result.failure() != null ? List.of()
                    : Stream.of(result.file().relative(), result.table())
                            .flatMap(of -> corrections.getOrDefault(of, List.of()).stream()).toList();
            List<String> fatal = isMeant.test(result) ? List.of()
                    : all.stream().filter(Correction::isTooMuch).map(Correction::text).toList();
            all.stream().map(Correction::text).filter(text -> !fatal.contains(text))
                    .forEach(text -> more.add(result.file().relative() + ": " + text));
            told.add(fatal.isEmpty() ? result : result.failed(Correction.refusal(fatal)));
        }
        // several tables may be made of one file
        return new CheckedFiles(told, more.stream().distinct().toList());
    }

    /** These files and others. */
    public CheckedFiles and(CheckedFiles more) {
        return new CheckedFiles(Stream.concat(results.stream(), more.results.stream()).toList(),
                Stream.concat(warnings.stream(), more.warnings.stream()).toList());
    }
}
