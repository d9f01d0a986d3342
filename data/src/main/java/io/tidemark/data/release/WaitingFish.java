package io.tidemark.data.release;

/**
 * What of a company's fish waits.
 *
 * @param fishDays        its fish-days in released periods
 * @param waitingFishDays those of them that are in no benchmark: they came late, or too few groups were beside them
 */
public record WaitingFish(long fishDays, long waitingFishDays) {}
