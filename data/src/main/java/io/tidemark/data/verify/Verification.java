package io.tidemark.data.verify;

import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The result of verifying a snapshot.
 * @param id       the snapshot
 * @param tables   its tables as read back, if they follow the contract
 * @param findings faults and warnings; empty if there are none
 */
public record Verification(SnapshotId id, SortedMap<String, TableEntry> tables, List<Finding> findings) {

    /** Copies the collections. */
    public Verification {
        tables = new TreeMap<>(tables);
        findings = List.copyOf(findings);
    }

    /** Whether the snapshot can be trusted; warnings are allowed. */
    public boolean isSound() {
        return findings.stream().noneMatch(finding -> finding.kind() == Finding.Kind.FAULT);
    }

    /** A copy with more findings. */
    public Verification and(List<Finding> more) {
        return new Verification(id, tables, Stream.concat(findings.stream(), more.stream()).toList());
    }

    /** The total rows of all tables. */
    public long rows() {
        return tables.values().stream().mapToLong(TableEntry::rows).sum();
    }
}
