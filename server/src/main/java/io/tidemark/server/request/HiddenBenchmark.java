package io.tidemark.server.request;

import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.server.parameter.RequestValues;
import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why every benchmark value of an answer is hidden (definitions.md, section 10).
 *
 * @param reason     {@code too_few_groups}, {@code not_complete}, {@code no_history} or {@code filter}
 * @param waitsShare share of the released periods' fish-days that is in no benchmark yet, 0 to 1; null if unknown
 */
record HiddenBenchmark(String reason, @Nullable Double waitsShare) {

    private static final List<String> OPEN = List.of("all_areas", "all_generations", "exclude_self");

    /** The first of the reasons that holds, for a request of a snapshot. */
    static HiddenBenchmark of(RequestValues asked, ServedSnapshot snapshot) {
        LedgerMark ledger = snapshot.ledger();
        LocalDate released = ledger == null ? null : ledger.releasedThrough();
        return new HiddenBenchmark(reason(asked, snapshot, released), ledger == null ? null : ledger.waitingShare());
    }

    private static String reason(RequestValues asked, ServedSnapshot snapshot, @Nullable LocalDate released) {
        if (snapshot.groupsWithFish() <= snapshot.privacy().minFarmers() && !snapshot.privacy().isOff()) {
            return "too_few_groups";
        }
        if (released == null || (asked.sql().get("first_day") instanceof LocalDate first && first.isAfter(released))) {
            return "not_complete";
        }
        LocalDate begin = snapshot.dataBegin();
        if (begin == null || (asked.sql().get("last_day") instanceof LocalDate last && last.isBefore(begin))) {
            return "no_history";
        }
        return OPEN.stream().allMatch(name -> Objects.equals(Filters.OPEN.get(name), asked.sql().get(name)))
                && Filters.coverAllWeights(asked.sql()) ? "too_few_groups" : "filter";
    }

    /**
     * The value of {@code hidden} in the metadata.
     *
     * @param isAdmin whether the caller is told the share that waits
     */
    Map<String, @Nullable Object> metadata(boolean isAdmin) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>(Map.of("reason", reason));
        if (isAdmin) {
            metadata.put("waits_share", waitsShare);
        }
        return metadata;
    }
}
