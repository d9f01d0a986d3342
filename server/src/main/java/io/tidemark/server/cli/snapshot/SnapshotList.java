package io.tidemark.server.cli.snapshot;

import io.tidemark.data.history.SnapshotSummary;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.cli.console.FailureReport;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code tidemark snapshot list}: lists the snapshots. */
@Command(name = "list", sortOptions = false)
public final class SnapshotList extends LakeCommand {

    private static final List<String> HEADINGS = List.of("ID", "MADE AT (UTC)", "ROWS", "BYTES", "PUBLISHED", "OPEN",
            "RELEASED THROUGH", "ENTRIES", "WAITING", "REMARK");

    @Override
    public int run(Lake lake) {
        List<SnapshotSummary> entries = SnapshotHistory.of(lake).entries().stream().map(SnapshotSummary::of).toList();
        if (entries.isEmpty() && !lake.exists()) {
            throw wrong("there is no lake in " + lake.root());
        }
        Optional<SnapshotId> gone = lake.currentId()
                .filter(id -> entries.stream().noneMatch(entry -> entry.id().equals(id.text())));
        if (!entries.isEmpty() || json) {
            show(entries, entry -> entry, HEADINGS, SnapshotList::row);
        } else if (gone.isEmpty()) {
            // the nightly prune recognises a lake before its first delivery by this message
            say("no snapshots in " + lake.root());
        }
        gone.ifPresent(id -> {
            throw new LakeException("the published snapshot " + id + " is not in " + lake.root());
        });
        return FailureReport.DONE;
    }

    private static List<String> row(SnapshotSummary one) {
        String made = one.createdAt();
        return List.of(one.id(), made == null ? "-" : Instant.parse(made).truncatedTo(ChronoUnit.SECONDS).toString()
                .replace("Z", ""),
                number(one.rows()), number(one.bytes()), one.published() ? "published" : "-", one.open() ? "open" : "-",
                one.releasedThrough() == null ? "-" : one.releasedThrough(),
                number(one.ledgerEntries() == null ? null : (long) one.ledgerEntries()),
                one.waitingShare() == null ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * one.waitingShare()),
                one.problem() == null ? remark(one) : one.problem());
    }

    private static String remark(SnapshotSummary one) {
        List<Manifest.DeliveryEntry> deliveries = one.deliveries();
        return deliveries == null ? "" : deliveries.stream().map(SnapshotList::words).collect(Collectors.joining("; "));
    }

    // such as: 2026-11-20 by havlaks: stock_day +20, site 0 (F07)
    private static String words(Manifest.DeliveryEntry delivery) {
        return delivery.name() + " by " + delivery.sender() + (delivery.rows().isEmpty() ? "" : ": ") + delivery.rows()
                .entrySet()
                .stream().map(table -> table.getKey() + String.format(Locale.ROOT, " %+,d", table.getValue()))
                .collect(Collectors.joining(", "))
                + (delivery.farmers().isEmpty() ? "" : " (" + String.join(", ", delivery.farmers()) + ")");
    }

    private static String number(@Nullable Long value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%,d", value);
    }
}
