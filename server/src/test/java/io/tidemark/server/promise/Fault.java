package io.tidemark.server.promise;

import io.tidemark.data.snapshot.PrivacyChange;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What a server must not do with what it has released, done by a second lake whose answers come after those of the
 * first: it is made from nothing of all that was delivered, so that it has no memory of what was released.
 */
enum Fault {
    /** What a site delivers late joins the atom that was released without it. */
    A_LATE_CELL_JOINS_A_RELEASED_ATOM {
        @Override
        Attack plant(Attack attack, Path other) throws IOException {
            String late = attack.shownSite(Story.FOURTH);
            attack.publish(attack.deliver(attack.coast().delivering().and(pen -> !pen.site().equals(late)),
                    Story.FIFTH, Story.FIFTH_END));
            attack.deliver(pen -> pen.site().equals(late), Story.FIFTH, Story.FIFTH_END);
            return anew(attack, other, PrivacyChange.NONE);
        }
    },
    /** A correction replaces what was released. */
    A_ROW_CHANGES_AFTER_ITS_RELEASE {
        @Override
        Attack plant(Attack attack, Path other) throws IOException {
            String site = attack.shownSite(Story.SECOND);
            attack.deliver(pen -> pen.site().equals(site), Story.SECOND, Story.THIRD.minusDays(1));
            return anew(attack, other, PrivacyChange.NONE);
        }
    },
    /** Three groups are enough for an atom, with the caller's own. */
    THREE_GROUPS_ARE_RELEASED {
        @Override
        Attack plant(Attack attack, Path other) throws IOException {
            return anew(attack, other, new PrivacyChange(2, null));
        }
    },
    /**
     * After a rollback the atoms of old weeks are made of what is present then: the attacker has invented fish
     * meanwhile.
     */
    ATOMS_ARE_MADE_ANEW {
        @Override
        Attack plant(Attack attack, Path other) throws IOException {
            attack.deliver(Story.inventedAmongFew(attack), Calendar.BEGIN, Story.FOURTH.minusDays(1));
            return anew(attack, other, PrivacyChange.NONE);
        }
    },
    /** A site's new production area counts for old weeks too. */
    A_SITE_IS_RECODED_IN_RELEASED_WEEKS {
        @Override
        Attack plant(Attack attack, Path other) throws IOException {
            Story.recode(attack);
            return anew(attack, other, PrivacyChange.NONE);
        }
    },
    /** The authority's treatments show generation and weight of a company's fish where the week is not open to view. */
    THE_AUTHORITYS_TREATMENTS_IN_A_CLOSED_WEEK {
        @Override
        Attack plant(Attack attack, Path other) throws IOException {
            return anew(attack, other, new PrivacyChange(1, null));
        }

        @Override
        boolean isSeenIn(String exposure) {
            return exposure.contains(Evidence.THE_AUTHORITYS);
        }
    };

    /** Lets it happen, and the attackers ask before and after. */
    abstract Attack plant(Attack attack, Path other) throws IOException;

    /** Whether an exposure is by this fault. */
    boolean isSeenIn(String exposure) {
        return exposure.startsWith(Attacker.COMPANY + ", " + Sum.What.FISH);
    }

    private static Attack anew(Attack attack, Path other, PrivacyChange rule) throws IOException {
        Attack afresh = attack.afresh(other);
        return afresh.publish(afresh.coast().deliverAll(other), rule);
    }
}
