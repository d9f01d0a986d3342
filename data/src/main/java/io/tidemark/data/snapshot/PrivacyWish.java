package io.tidemark.data.snapshot;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants a new snapshot's rule of confidentiality to be; what is not said stays as it was.
 *
 * @param minFarmers      least number of farmer groups; null for that of the snapshot before
 * @param maxSharePercent largest share of one group, percent; null for that of the snapshot before
 */
public record PrivacyWish(@Nullable Integer minFarmers, @Nullable Integer maxSharePercent) {

    /** Nothing is wanted. */
    public static final PrivacyWish NONE = new PrivacyWish(null, null);

    /**
     * The rule that follows.
     *
     * @param before the snapshot that the new one follows; where it has no rule, the default one is meant
     */
    public PrivacyRule after(Optional<Snapshot> before) {
        PrivacyRule rule = before.map(snapshot -> snapshot.manifest().privacy()).orElse(PrivacyRule.DEFAULT);
        return new PrivacyRule(minFarmers == null ? rule.minFarmers() : minFarmers,
                maxSharePercent == null ? rule.maxSharePercent() : maxSharePercent);
    }
}
