package io.tidemark.server.promise;

import java.time.YearMonth;

/** What happens to the lake of a sea after its first two months; the attackers ask after each publication. */
enum SeaStory {
    /** Stocks come late with February, before the quarter is released. */
    LATE_SITES {
        @Override
        void tell(SeaAttack attack) {
            attack.publish(SeaAttack.isLate(), SeaAttack.FEBRUARY, SeaAttack.FEBRUARY).publish(_ -> true, MARCH, MARCH);
        }
    },
    /** They come when it is. */
    LATER_SITES {
        @Override
        void tell(SeaAttack attack) {
            attack.publish(_ -> true, MARCH, MARCH).publish(SeaAttack.isLate(), SeaAttack.FEBRUARY, SeaAttack.FEBRUARY)
                    .publish(_ -> true, APRIL, APRIL);
        }
    },
    /** An attacker puts a fish on sites of others, in months that are released and in one that is not. */
    OWN_FISH {
        @Override
        void tell(SeaAttack attack) {
            attack.publishFish("F2").publish(_ -> true, MARCH, MARCH);
        }
    },
    /** A group buys another. */
    A_MERGER {
        @Override
        void tell(SeaAttack attack) {
            attack.publish(_ -> true, MARCH, MARCH).merge("F3", "G2").publish(_ -> true, APRIL, APRIL);
        }
    },
    /** A company leaves, with all that it delivered. */
    AN_ERASURE {
        @Override
        void tell(SeaAttack attack) {
            attack.publish(_ -> true, MARCH, MARCH).erase("F5").publish(_ -> true, APRIL, APRIL);
        }
    },
    /** The operator tries a stricter rule, and goes back. */
    ANOTHER_RULE {
        @Override
        void tell(SeaAttack attack) {
            attack.publish(_ -> true, MARCH, MARCH).derive(4).derive(3).publish(_ -> true, APRIL, APRIL);
        }
    },
    /** Most of it. */
    MANY_THINGS {
        @Override
        void tell(SeaAttack attack) {
            attack.publishFish("F2").publish(_ -> true, SeaAttack.FEBRUARY, MARCH).merge("F3", "G2").derive(4)
                    .publish(_ -> true, APRIL, APRIL);
        }
    };

    static final YearMonth MARCH = SeaAttack.FEBRUARY.plusMonths(1);
    private static final YearMonth APRIL = MARCH.plusMonths(1);

    /** Publishes, and lets the attackers ask. */
    abstract void tell(SeaAttack attack);
}
