package io.tidemark.data.verify;

import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What looking at a snapshot gave.
 *
 * @param id       the snapshot
 * @param tables   its tables as they were read back, those that keep the contract
 * @param findings what is not as it should be; none when all is well
 */
public record Verification(SnapshotId id, SortedMap<String, TableEntry> tables, List<Finding> findings) {

    /** Copies the collections. */
    public Verification {
        tables = new TreeMap<>(tables);
        findings = List.copyOf(findings);
    }

    /** Whether the snapshot can be trusted: warnings are none against it. */
    public boolean isSound() {
        return findings.stream().noneMatch(finding -> finding.kind() == Finding.Kind.FAULT);
    }

    /** Rows of all tables. */
    public long rows() {
        return tables.values().stream().mapToLong(TableEntry::rows).sum();
    }
}
