package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a published sum must rest on. The rule belongs to a snapshot: its derived tables are made with it.
 *
 * @param minFarmers      farmer groups besides the caller's, 1 or more; 1 switches the rule off
 * @param maxSharePercent largest share, in percent, that one group may have of the others' sum, whichever group is left out
 */
public record PrivacyRule(
        @JsonProperty("min_farmers") int minFarmers,
        @JsonProperty("max_share_percent") int maxSharePercent) {

    /** Three groups besides the caller, of which none has more than 85 %. */
    public static final PrivacyRule DEFAULT = new PrivacyRule(3, 85);

    /** Checks the ranges. */
    public PrivacyRule {
        if (minFarmers < 1 || minFarmers > 1000) {
            throw new IllegalArgumentException("the least number of farmer groups is from 1 to 1000, not " + minFarmers);
        }
        if (maxSharePercent < 1 || maxSharePercent > 100) {
            throw new IllegalArgumentException("the largest share is from 1 to 100 percent, not " + maxSharePercent);
        }
    }

    /** Whether nothing is hidden: everything is safe. */
    @JsonIgnore
    public boolean isOff() {
        return minFarmers == 1;
    }

    /**
     * Whether a sum over several farmer groups may be published: it rests on enough of them, and none has too much of what is
     * left when any other one, which knows its own figures, is taken away. The worst case takes the second largest away.
     *
     * @param groups  how many groups it rests on
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
