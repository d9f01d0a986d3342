package io.tidemark.server.promise;

import java.time.LocalDate;
import java.util.List;
import java.util.function.Predicate;

/** What happens to a lake after its first publication; the attackers ask after each further one. */
enum Story {
    /** Two weeks follow, complete and on time. */
    NEW_DAYS {
        @Override
        void tell(Attack attack) {
            attack.publish(attack.deliver(attack.coast().delivering(), FIFTH, FIFTH_END));
            attack.publish(attack.deliver(attack.coast().delivering(), SIXTH, SIXTH_END));
        }
    },
    /** One site is late with a week that is complete without it. */
    A_LATE_SITE {
        @Override
        void tell(Attack attack) {
            String late = attack.shownSite(FOURTH);
            attack.publish(attack.deliver(attack.coast().delivering().and(pen -> !pen.site().equals(late)), FIFTH,
                    FIFTH_END));
            attack.publish(attack.deliver(pen -> pen.site().equals(late), FIFTH, FIFTH_END));
        }
    },
    /** A company corrects one week of one site. */
    A_CORRECTION {
        @Override
        void tell(Attack attack) {
            String site = attack.shownSite(SECOND);
            attack.publish(attack.deliver(pen -> pen.site().equals(site), SECOND, THIRD.minusDays(1)));
        }
    },
    /** A company joins, and brings its history. */
    A_COMPANY_JOINS {
        @Override
        void tell(Attack attack) {
            attack.publish(attack.deliver(pen -> pen.company().equals(attack.coast().joiner()), Calendar.BEGIN,
                    Calendar.FIRST_END));
        }
    },
    /** A company with one site delivers no more. */
    A_COMPANY_STOPS {
        @Override
        void tell(Attack attack) {
            Predicate<Pen> rest = attack.coast().delivering().and(pen -> !pen.company().equals("F4"));
            attack.publish(attack.deliver(rest, FIFTH, FIFTH_END));
            attack.publish(attack.deliver(rest, SIXTH, SIXTH_END));
        }
    },
    /** A company delivers a site again, without the days of two weeks. */
    DAYS_ARE_WITHDRAWN {
        @Override
        void tell(Attack attack) {
            attack.publish(attack.coast().withdraw(attack.folder(), attack.shownSite(SECOND), Calendar.BEGIN,
                    Calendar.FIRST_END));
        }
    },
    /** The attacker invents fish in weeks that are long published, where others lack a group to be an atom. */
    INVENTED_FISH {
        @Override
        void tell(Attack attack) {
            attack.publish(attack.deliver(inventedAmongFew(attack), Calendar.BEGIN, FOURTH.minusDays(1)));
        }
    },
    /** The attacker invents a site with most of the fish, in a week that is long published. */
    AN_INVENTED_GIANT {
        @Override
        void tell(Attack attack) {
            Pen like = attack.coast().pens(pen -> pen.site().equals(attack.shownSite(SECOND))).getFirst();
            attack.coast().invent(GIANT, like, 3_000_000);
            attack.publish(attack.deliver(pen -> pen.site().equals(GIANT), SECOND, THIRD.minusDays(1)));
        }
    },
    /** The operator tries stricter rules, and goes back. */
    OTHER_RULES {
        @Override
        void tell(Attack attack) {
            attack.derive(4).derive(5).derive(3);
        }
    },
    /** The register moves a site to another region. */
    A_SITE_IS_RECODED {
        @Override
        void tell(Attack attack) {
            recode(attack);
            attack.publish(attack.coast().deliverRegister(attack.folder()));
        }
    },
    /** A company leaves its group for one of its own. */
    A_COMPANY_LEAVES_ITS_GROUP {
        @Override
        void tell(Attack attack) {
            attack.coast().regroup("F1B", "G1B");
            attack.publish(attack.coast().deliverRegister(attack.folder()));
        }
    },
    /** All that a year brings, in two weeks. */
    MANY_THINGS {
        @Override
        void tell(Attack attack) {
            String late = attack.shownSite(FOURTH);
            attack.publish(attack.deliver(attack.coast().delivering().and(pen -> !pen.site().equals(late)), FIFTH,
                    FIFTH_END));
            attack.publish(attack.deliver(pen -> pen.company().equals(attack.coast().joiner()), Calendar.BEGIN,
                    FIFTH_END));
            attack.publish(attack.deliver(inventedAmongFew(attack).or(pen -> pen.site().equals(late)), THIRD,
                    FIFTH_END));
            attack.derive(4);
            attack.publish(attack.deliver(pen -> true, SIXTH, SIXTH_END));
        }
    };

    static final LocalDate SECOND = Calendar.BEGIN.plusWeeks(1);
    static final LocalDate THIRD = Calendar.BEGIN.plusWeeks(2);
    static final LocalDate FOURTH = Calendar.BEGIN.plusWeeks(3);
    static final LocalDate FIFTH = Calendar.BEGIN.plusWeeks(4);
    static final LocalDate FIFTH_END = FIFTH.plusDays(6);
    private static final LocalDate SIXTH = FIFTH.plusWeeks(1);
    private static final LocalDate SIXTH_END = SIXTH.plusDays(6);
    private static final int INVENTED = 21_001;
    private static final String GIANT = "20999";

    /** Publishes, and lets the attackers ask. */
    abstract void tell(Attack attack);

    /** The attacker registers sites, one for each cell in which two or three others have fish. */
    static Predicate<Pen> inventedAmongFew(Attack attack) {
        List<Pen> cells = attack.coast().cellsOf(2, 3, SECOND);
        for (int i = 0; i < cells.size(); i++) {
            attack.coast().invent(String.valueOf(INVENTED + i), cells.get(i), 100_000);
        }
        return pen -> Integer.parseInt(pen.site()) >= INVENTED;
    }

    /** A site of another group gets a production area in another region. */
    static void recode(Attack attack) {
        String site = attack.shownSite(SECOND);
        int area = attack.coast().pens(pen -> pen.site().equals(site)).getFirst().area();
        attack.coast().recode(site, attack.coast().areas().stream().filter(other -> other > 5 != area > 5).findFirst()
                .orElseThrow());
    }
}
