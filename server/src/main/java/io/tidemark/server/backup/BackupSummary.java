package io.tidemark.server.backup;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A summary of a backup for people.
 *
 * @param madeAt    start of the backup, ISO 8601
 * @param program   version of the program that made it
 * @param current   the published snapshot; null without one
 * @param snapshots all of its snapshots
 * @param files     number of files
 * @param bytes     size of their contents, each once
 * @param warnings  problems, such as a prune that could not be prevented
 */
public record BackupSummary(String madeAt, String program, @Nullable String current, List<String> snapshots, int files,
        long bytes, List<String> warnings) {

    /** Copies the lists. */
    public BackupSummary {
        snapshots = List.copyOf(snapshots);
        warnings = List.copyOf(warnings);
    }

    static BackupSummary of(BackupIndex index, List<String> warnings) {
        String folder = BackupIndex.LAKE + "snapshots/";
        List<String> snapshots = index.files().stream().map(BackupIndex.Entry::path)
                .filter(path -> path.startsWith(folder))
                .map(path -> path.substring(folder.length(), path.indexOf('/', folder.length()))).distinct().sorted()
                .toList();
        long bytes = index.files().stream().collect(Collectors.toMap(BackupIndex.Entry::sha256,
                BackupIndex.Entry::bytes, (first, second) -> first)).values().stream().mapToLong(Long::longValue).sum();
        return new BackupSummary(index.madeAt(), index.program(), index.current(), snapshots, index.files().size(),
                bytes, warnings);
    }
}
