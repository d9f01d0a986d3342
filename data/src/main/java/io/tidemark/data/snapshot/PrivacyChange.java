package io.tidemark.data.snapshot;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requested changes to the confidentiality rule of a new snapshot; null values keep the previous ones.
 *
 * @param minFarmers      minimum number of farmer groups; null keeps the previous one
 * @param maxSharePercent largest share of one group, percent; null keeps the previous one
 * @param releaseLagDays  days that a complete period waits before it is released; null keeps the previous number
 */
public record PrivacyChange(@Nullable Integer minFarmers, @Nullable Integer maxSharePercent,
        @Nullable Integer releaseLagDays) {

    /** No change. */
    public static final PrivacyChange NONE = new PrivacyChange(null, null, null);

    /** Creates a change that keeps the lag. */
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
