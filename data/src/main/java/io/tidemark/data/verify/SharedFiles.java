package io.tidemark.data.verify;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Snapshots share unchanged files by hard links, so that a damaged file damages each of them: the first finding of a
 * file names them.
 */
final class SharedFiles {

    private final Lake lake;
    private final List<String> others;
    private final Set<String> said = new HashSet<>();

    private SharedFiles(Lake lake, List<String> others) {
        this.lake = lake;
        this.others = others;
    }

    /** The verification, in which faults of a file name the other snapshots that have the same file. */
    static Verification name(Lake lake, Verification seen) {
        if (seen.isSound()) {
            return seen;
        }
        List<String> others = SnapshotHistory.of(lake).usable().stream().map(SnapshotHistory.Entry::name)
                .filter(name -> !name.equals(seen.id().text())).toList();
        SharedFiles shared = new SharedFiles(lake, others);
        return new Verification(seen.id(), seen.tables(),
                seen.findings().stream().map(finding -> shared.named(seen.id(), finding)).toList());
    }

    private Finding named(SnapshotId id, Finding finding) {
        if (finding.kind() != Finding.Kind.FAULT || !finding.subject().endsWith(".parquet")
                || !said.add(finding.subject())) {
            return finding;
        }
        Path file = lake.folder(id).resolve(finding.subject());
        List<String> with = others.stream().filter(other ->
                isSame(file, lake.folder(new SnapshotId(other)).resolve(finding.subject()))).toList();
        return with.isEmpty() ? finding : new Finding(finding.kind(), finding.subject(), finding.problem()
                + "; the same file is in snapshot" + (with.size() == 1 ? " " : "s ") + String.join(", ", with));
    }

    private static boolean isSame(Path file, Path other) {
        try {
            return Files.isSameFile(file, other);
        } catch (IOException e) {
            // one of them is missing
            return false;
        }
    }
}
