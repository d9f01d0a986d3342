package io.tidemark.ingest;

import io.tidemark.data.snapshot.PrivacyRule;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The farmer groups whose rows differ between a snapshot and the one before it: if they are few, comparing the two snapshots
 * reveals their figures.
 * @param groups the farmer groups
 * @param all    the number of all groups
 */
record ChangedGroups(Set<String> groups, int all) {

    /** Copies the set. */
    ChangedGroups {
        groups = Set.copyOf(groups);
    }

    /** These and those of a later snapshot. */
    ChangedGroups and(ChangedGroups later) {
        Set<String> both = new HashSet<>(groups);
        both.addAll(later.groups);
        return new ChangedGroups(both, later.all);
    }

    /** A warning; empty if enough groups changed, or if there are so few groups that nothing of them is published. */
    Optional<String> warning(PrivacyRule rule, Publishing publishing) {
        int enough = rule.minFarmers() + 1;
        if (rule.isOff() || groups.isEmpty() || groups.size() >= enough || all < enough) {
            return Optional.empty();
        }
        return Optional.of("rows of " + groups.size() + " farmer group" + (groups.size() == 1 ? "" : "s") + " changed, fewer than "
                + enough + ": comparing this snapshot with the one before reveals their figures; " + publishing.advice());
    }
}
