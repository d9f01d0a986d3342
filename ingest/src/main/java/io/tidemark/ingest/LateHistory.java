package io.tidemark.ingest;

import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyRule;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Warns of companies whose history is in no benchmark because they delivered it late. */
final class LateHistory {

    /** The share of a company's fish-days, in percent, that must wait before the warning names the company. */
    private static final int WORTH_TELLING = 10;

    private LateHistory() {}

    /** The warning; empty if no company's history waits, or if no benchmark exists yet. */
    static Optional<String> warning(SnapshotRelease.Outcome published) {
        Manifest manifest = published.snapshot().manifest();
        PrivacyRule rule = manifest.privacy();
        Manifest.LedgerMark mark = manifest.ledger();
        if (rule == null || rule.isOff() || mark == null || mark.fishDays() == mark.waitingFishDays()) {
            return Optional.empty();
        }
        List<String> late = published.waiting().entrySet().stream()
                .filter(entry -> 100 * (double) entry.getValue()
                .waitingFishDays() >= WORTH_TELLING * (double) entry.getValue().fishDays())
                .map(entry -> String.format(Locale.ROOT, "%s (%.0f %%)", entry.getKey(),
                        100.0 * entry.getValue().waitingFishDays() / entry.getValue().fishDays())).toList();
        return late.isEmpty() ? Optional.empty()
                : Optional.of("history that is in no benchmark, since it came after its periods were released or "
                + "too few companies are beside it: company (share of its fish-days) " + String.join(", ", late));
    }
}
