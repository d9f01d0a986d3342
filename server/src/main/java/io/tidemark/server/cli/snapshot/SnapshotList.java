package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.cli.console.FailureReport;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code tidemark snapshot list}. */
@Command(name = "list", sortOptions = false,
        description = {"List the snapshots under LAKE/snapshots, newest first.", "",
            "ROWS counts delivered rows. BYTES counts shared files in each snapshot. OPEN marks snapshots that a running server "
                + "has open; a server that cannot write to the lake is not seen. REMARK shows the deliveries since the snapshot "
                + "before, their senders, the change in each table's row count, and the companies; snapshot diff shows the rows.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:listed", "2:wrong usage", "5:the lake cannot be read"},
        footerHeading = "%nExample:%n", footer = "  tidemark snapshot list --json")
final class SnapshotList extends LakeCommand {

    private static final List<String> HEADINGS = List.of("ID", "MADE AT (UTC)", "ROWS", "BYTES", "PUBLISHED", "OPEN", "REMARK");

    @Override
    public int run(Lake lake) {
        List<Entry> entries = SnapshotHistory.of(lake).entries();
        if (entries.isEmpty() && !json) {
            say("no snapshots in " + lake.root());
        } else {
            show(entries, SnapshotList::fields, HEADINGS, SnapshotList::row);
        }
        return FailureReport.DONE;
    }

    private static List<String> row(Entry entry) {
        Manifest manifest = entry.manifest();
        return List.of(entry.name(),
                manifest == null ? "-" : manifest.createdAt().truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""),
                manifest == null ? "-" : number(rows(manifest)), manifest == null ? "-" : number(bytes(manifest)),
                entry.published() ? "published" : "-", entry.open() ? "open" : "-",
                entry.problem() == null ? remark(manifest) : entry.problem());
    }

    private static String remark(@Nullable Manifest manifest) {
        return manifest == null ? "" : manifest.deliveries().stream().map(SnapshotList::words).collect(Collectors.joining("; "));
    }

    // 2026-11-20 by havlaks: stock_day +20, site 0 (F07)
    private static String words(Manifest.DeliveryEntry delivery) {
        return delivery.name() + " by " + delivery.sender() + (delivery.rows().isEmpty() ? "" : ": ") + delivery.rows().entrySet()
                .stream().map(table -> table.getKey() + String.format(Locale.ROOT, " %+,d", table.getValue()))
                .collect(Collectors.joining(", "))
                + (delivery.farmers().isEmpty() ? "" : " (" + String.join(", ", delivery.farmers()) + ")");
    }

    private static Map<String, @Nullable Object> fields(Entry entry) {
        Manifest manifest = entry.manifest();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", entry.name());
        fields.put("created_at", manifest == null ? null : manifest.createdAt().toString());
        fields.put("base", manifest == null ? null : manifest.parent());
        fields.put("rows", manifest == null ? null : rows(manifest));
        fields.put("bytes", manifest == null ? null : bytes(manifest));
        fields.put("published", entry.published());
        fields.put("open", entry.open());
        fields.put("problem", entry.problem());
        fields.put("deliveries", manifest == null ? null : manifest.deliveries());
        return fields;
    }

    private static long rows(Manifest manifest) {
        return LakeTables.delivered().stream().map(table -> manifest.tables().get(table.name())).filter(Objects::nonNull)
                .mapToLong(TableEntry::rows).sum();
    }

    private static long bytes(Manifest manifest) {
        return manifest.tables().values().stream().flatMap(table -> table.files().stream())
                .mapToLong(Manifest.FileEntry::bytes).sum();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
