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
 * A snapshot's folder, as lists show it. Values from the manifest are null if it is missing or unreadable.
 *
 * @param id         the folder's name
 * @param createdAt  when it was made, ISO in UTC
 * @param base       its base snapshot
 * @param rows       number of rows in delivered tables
 * @param bytes      size of all its files, bytes, including files shared with others
 * @param published  whether it is the published one
 * @param open       whether a server has it open, or an ingest builds on it
 * @param problem    why it is unusable, or null
 * @param deliveries the deliveries since its base
 * @param ledgerEntries   number of ledger entries that it was published with; null if unpublished, or made by an
 *                        earlier program
 * @param releasedThrough the last released day, ISO; null if nothing is released
 * @param waitingShare    share of its fish-days in released periods that is in no benchmark, 0 to 1 with four decimals;
 *                        null without any
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SnapshotSummary(String id, @Nullable String createdAt, @Nullable String base, @Nullable Long rows,
        @Nullable Long bytes,
        boolean published, boolean open, @Nullable String problem, @Nullable List<DeliveryEntry> deliveries,
        @Nullable Integer ledgerEntries, @Nullable String releasedThrough, @Nullable Double waitingShare) {

    /** Summarises an entry. */
    public static SnapshotSummary of(Entry entry) {
        Manifest manifest = entry.manifest();
        return manifest == null ? new SnapshotSummary(entry.name(), null, null, null, null, entry.published(),
                entry.open(), entry.problem(), null, null, null, null)
                : new SnapshotSummary(entry.name(), manifest.createdAt().toString(), manifest.parent(), rows(manifest),
                        bytes(manifest), entry.published(), entry.open(), entry.problem(), manifest.deliveries(),
                        manifest.ledger() == null ? null : manifest.ledger().length(),
                        manifest.ledger() == null || manifest.ledger().releasedThrough() == null ? null
                                : manifest.ledger().releasedThrough().toString(),
                        manifest.ledger() == null ? null : manifest.ledger().waitingShare());
    }

    private static long rows(Manifest manifest) {
        return LakeTables.delivered().stream().map(table -> manifest.tables().get(table.name()))
                .filter(Objects::nonNull).mapToLong(TableEntry::rows).sum();
    }

    private static long bytes(Manifest manifest) {
        return manifest.tables().values().stream().flatMap(table -> table.files().stream())
                .mapToLong(Manifest.FileEntry::bytes).sum();
    }
}
