package io.tidemark.data.history;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Snapshot;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The difference between the ledger entries of two snapshots.
 *
 * @param from    number of entries of the first snapshot
 * @param to      number of entries of the second; fewer if it was published earlier
 * @param entries the entries that only one of them has, in their order
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record LedgerDifference(int from, int to, List<Item> entries) {

    /**
     * An entry.
     *
     * @param number          its number
     * @param at              its time, ISO in UTC
     * @param kind            the kind of change, such as release
     * @param releasedThrough the last released day after it, ISO
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Item(int number, String at, String kind, String releasedThrough) {

        private static Item of(LedgerEntry entry) {
            return new Item(entry.number(), entry.at().toString(), entry.kind().text(),
                    entry.releasedThrough().toString());
        }
    }

    /** Copies the list. */
    public LedgerDifference {
        entries = List.copyOf(entries);
    }

    static LedgerDifference between(Lake lake, Snapshot before, Snapshot after) {
        int from = length(before.manifest().ledger());
        int to = length(after.manifest().ledger());
        Ledger ledger = Ledger.of(lake);
        return new LedgerDifference(from, to, IntStream.rangeClosed(Math.min(from, to) + 1, Math.max(from, to))
                .mapToObj(ledger::entry).map(Item::of).toList());
    }

    private static int length(@Nullable LedgerMark mark) {
        return mark == null ? 0 : mark.length();
    }
}
