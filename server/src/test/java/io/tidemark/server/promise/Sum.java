package io.tidemark.server.promise;

import java.util.Set;

/**
 * A published sum, by what is in it.
 *
 * @param what   what was summed: figures of one kind are added up with each other alone
 * @param of     the stays of which it is the sum
 * @param period the period of its row
 * @param answer where it was answered
 */
record Sum(What what, Set<Stay> of, String period, String answer) {

    /** What was summed. */
    enum What { FISH, TREATMENTS, BIOMASS, FEED }
}
