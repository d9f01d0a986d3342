package io.tidemark.generate.biology;

/**
 * An episode of losses: a cause that kills fish of a unit over some days.
 *
 * @param cause   registered cause
 * @param culling whether the fish are killed, not found dead
 * @param start   first epoch day
 * @param days    length
 * @param share   share of the stock lost over the whole episode
 * @param fades   days in which the daily share falls to 1/e from its start; 0 for an episode that rises and falls
 * @param seasonal whether it follows the season like the everyday losses
 */
public record LossEpisode(LossCause cause, boolean culling, int start, int days, double share, double fades,
        boolean seasonal) {

    /** The mean of x(1-x) over 0..1 is 1/6; this scales the rising and falling form to a sum of one. */
    private static final double SWELL = 6;

    /** An outbreak: rises, then falls; more die in some months than in others. */
    public static LossEpisode outbreak(LossCause cause, int start, int days, double share) {
        return new LossEpisode(cause, false, start, days, share, 0, true);
    }

    /** An outbreak that kills the same share in any month. */
    public static LossEpisode event(LossCause cause, int start, int days, double share) {
        return new LossEpisode(cause, false, start, days, share, 0, false);
    }

    /** A shock: worst at once, then fading. */
    public static LossEpisode shock(LossCause cause, int start, int days, double share, double fades) {
        return new LossEpisode(cause, false, start, days, share, fades, false);
    }

    /** Culling over some days. */
    public static LossEpisode culled(LossCause cause, int start, int days, double share) {
        return new LossEpisode(cause, true, start, days, share, 0, false);
    }

    /** Share of the stock lost on a day; 0 outside of the episode. */
    public double on(int day) {
        int elapsed = day - start;
        if (elapsed < 0 || elapsed >= days) {
            return 0;
        }
        if (fades > 0) {
            double sum = fades * (1 - StrictMath.exp(-days / fades));
            return share * StrictMath.exp(-(elapsed + 0.5) / fades) / sum;
        }
        double position = (elapsed + 0.5) / days;
        return share * SWELL * position * (1 - position) / days;
    }

    public boolean overOn(int day) {
        return day >= start + days;
    }
}
