package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import org.jspecify.annotations.Nullable;

/**
 * The conditions for publishing a sum. Each snapshot has a rule; its periods are released by it.
 *
 * @param minFarmers      minimum number of farmer groups besides the caller's, 1 or more; 1 switches the rule off
 * @param maxSharePercent largest share, in percent, that one group may have of the others' sum, whichever group is left
 *                        out
 * @param releaseLagDays  days that a complete period waits before it is released, 0 to 3650; absent in snapshots of
 *                        earlier programs
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record PrivacyRule(int minFarmers, int maxSharePercent, @Nullable Integer releaseLagDays) {

    private static final int MAX_LAG = 3650;

    /** At least three groups besides the caller, and at most 85 % for one of them. */
    public static final PrivacyRule DEFAULT = new PrivacyRule(3, 85);

    /** Creates a rule without a lag. */
    public PrivacyRule(int minFarmers, int maxSharePercent) {
        this(minFarmers, maxSharePercent, 0);
    }

    /** Checks the ranges. */
    public PrivacyRule {
        releaseLagDays = releaseLagDays == null ? 0 : releaseLagDays;
        if (releaseLagDays < 0 || releaseLagDays > MAX_LAG) {
            throw new IllegalArgumentException("the days before a release are from 0 to " + MAX_LAG + ", not "
                    + releaseLagDays);
        }
        if (minFarmers < 1 || minFarmers > 1000) {
            throw new IllegalArgumentException("the least number of farmer groups is from 1 to 1000, not "
                    + minFarmers);
        }
        if (maxSharePercent < 1 || maxSharePercent > 100) {
            throw new IllegalArgumentException("the largest share is from 1 to 100 percent, not " + maxSharePercent);
        }
    }

    /** Days that a complete period waits before it is released. */
    @JsonIgnore
    public int lag() {
        return releaseLagDays == null ? 0 : releaseLagDays;
    }

    /** Whether every sum that is safe by this rule is also safe by another one. */
    public boolean isAsStrictAs(PrivacyRule other) {
        return minFarmers == other.minFarmers && maxSharePercent == other.maxSharePercent;
    }

    /** Whether the rule is off and nothing is hidden. */
    @JsonIgnore
    public boolean isOff() {
        return minFarmers == 1;
    }

    /**
     * Whether a sum over several farmer groups may be published. It must cover enough groups. A group knows its own
     * figures: whichever group is left out, no other may have too large a share of the rest. The worst case leaves out
     * the second largest.
     * @param groups  number of groups in the sum
     * @param total   the sum
     * @param largest the largest group's part
     * @param second  the second largest group's part
     */
    public boolean isSafe(int groups, long total, long largest, long second) {
        return isOff() || (groups > minFarmers && isAtMost(largest, 100, total - second, maxSharePercent));
    }

    // a x m <= b x n, where the products may need more than 64 bits
    private static boolean isAtMost(long a, long m, long b, long n) {
        long highA = Math.multiplyHigh(a, m);
        long highB = Math.multiplyHigh(b, n);
        return highA == highB ? Long.compareUnsigned(a * m, b * n) <= 0 : highA < highB;
    }
}
