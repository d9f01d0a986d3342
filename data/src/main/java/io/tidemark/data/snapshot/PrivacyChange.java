package io.tidemark.data.snapshot;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requested changes to the confidentiality rule of a new snapshot; null values keep the previous ones.
 *
 * @param minFarmers      least number of farmer groups; null for that of the snapshot before
 * @param maxSharePercent largest share of one group, percent; null for that of the snapshot before
 * @param releaseLagDays  days that a complete period waits before it is released; null for those of the snapshot before
 */
public record PrivacyChange(@Nullable Integer minFarmers, @Nullable Integer maxSharePercent, @Nullable Integer releaseLagDays) {

    /** No change. */
    public static final PrivacyChange NONE = new PrivacyChange(null, null, null);

    /** A change that leaves the lag as it is. */
    public PrivacyChange(@Nullable Integer minFarmers, @Nullable Integer maxSharePercent) {
        this(minFarmers, maxSharePercent, null);
    }

    /**
     * The resulting rule.
     * @param before the previous snapshot; if it has no rule, the default applies
     */
    public PrivacyRule after(Optional<Snapshot> before) {
        PrivacyRule rule = before.map(snapshot -> snapshot.manifest().privacy()).orElse(PrivacyRule.DEFAULT);
        return new PrivacyRule(minFarmers == null ? rule.minFarmers() : minFarmers,
                maxSharePercent == null ? rule.maxSharePercent() : maxSharePercent,
                releaseLagDays == null ? rule.lag() : releaseLagDays);
    }
}
