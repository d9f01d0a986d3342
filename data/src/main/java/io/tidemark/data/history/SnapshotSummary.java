package io.tidemark.data.history;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.DeliveryEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.table.LakeTables;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A folder of a lake's snapshots, as lists show it. What only a manifest tells is null where there is none that can be read.
 *
 * @param id         its name
 * @param createdAt  when it was made, ISO in UTC
 * @param base       the snapshot that it was made from
 * @param rows       rows that were delivered
 * @param bytes      bytes of all its files, also of those that it shares with others
 * @param published  whether it is the published one
 * @param open       whether a server has it open, or an ingest builds on it
 * @param problem    why it is no usable snapshot, or null
 * @param deliveries what made it out of its base
 * @param ledgerEntries   entries of the ledger that it was published with; null before it was, and in snapshots of earlier programs
 * @param releasedThrough the last day that is released to benchmarks, ISO; null when none is
 * @param waitingShare    share of its fish-days in released periods that is in no benchmark, 0 to 1 with four decimals; null without any
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SnapshotSummary(String id, @Nullable String createdAt, @Nullable String base, @Nullable Long rows, @Nullable Long bytes,
        boolean published, boolean open, @Nullable String problem, @Nullable List<DeliveryEntry> deliveries,
        @Nullable Integer ledgerEntries, @Nullable String releasedThrough, @Nullable Double waitingShare) {

    /** Sums up an entry. */
    public static SnapshotSummary of(Entry entry) {
        Manifest manifest = entry.manifest();
        return manifest == null ? new SnapshotSummary(entry.name(), null, null, null, null, entry.published(), entry.open(), entry.problem(), null,
                null, null, null)
                : new SnapshotSummary(entry.name(), manifest.createdAt().toString(), manifest.parent(), rows(manifest), bytes(manifest),
                        entry.published(), entry.open(), entry.problem(), manifest.deliveries(),
                        manifest.ledger() == null ? null : manifest.ledger().length(),
                        manifest.ledger() == null || manifest.ledger().releasedThrough() == null ? null : manifest.ledger().releasedThrough().toString(),
                        manifest.ledger() == null ? null : manifest.ledger().waitingShare());
    }

    private static long rows(Manifest manifest) {
        return LakeTables.delivered().stream().map(table -> manifest.tables().get(table.name())).filter(Objects::nonNull)
                .mapToLong(TableEntry::rows).sum();
    }

    private static long bytes(Manifest manifest) {
        return manifest.tables().values().stream().flatMap(table -> table.files().stream())
                .mapToLong(Manifest.FileEntry::bytes).sum();
    }
}
