package io.tidemark.data.release;

/**
 * A company's fish that wait to be in a benchmark.
 *
 * @param fishDays        its fish-days in released periods
 * @param waitingFishDays the part of them that is in no benchmark: delivered late, or with too few groups beside them
 */
public record WaitingFish(long fishDays, long waitingFishDays) {}
