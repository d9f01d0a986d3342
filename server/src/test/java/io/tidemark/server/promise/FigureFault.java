package io.tidemark.server.promise;

import io.tidemark.server.promise.FeedFigures.Quarter;
import io.tidemark.server.promise.Member.Horizon;
import io.tidemark.server.promise.MemberLedger.Released;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a server must not answer of figures that are no sums: made anew for a caller, of what is there when it asks, or
 * of a part of an area. Each was answered once, and is told to an attacker beside the server's own answers.
 */
enum FigureFault {
    /** A company's tails of legacy v2 feeding without its own unit-days. */
    TAILS_WITHOUT_THE_CALLER {
        @Override
        void plant(SeaAttack attack, MemberFigures members, FeedFigures feed) {
            Quarter others = new Quarter(attack.quarter().of().stream().filter(day -> !day.company().equals(COMPANY))
                    .toList());
            for (String region : List.of("Sør", "Midt")) {
                for (String side : List.of("highest", "lowest")) {
                    feed.add(EIGHT, attack.quarter().tail(region, EIGHT, side), side + " of " + region);
                    feed.add(EIGHT, others.tail(region, EIGHT, side), side + " of others of " + region);
                }
            }
        }
    },
    /** Of two sign-ins one sees tenths of all, the other those of others. */
    TENTHS_BY_CALLER {
        @Override
        void plant(SeaAttack attack, MemberFigures members, FeedFigures feed) {
            members.add(MARCH, tenth(attack, _ -> true), "tenth");
            members.add(MARCH, tenth(attack, member -> !member.company().equals(COMPANY)), "tenth of others");
        }
    },
    /** A fish on another's site takes it out of the tenth. */
    A_FISH_TAKES_A_SITE_OUT {
        @Override
        void plant(SeaAttack attack, MemberFigures members, FeedFigures feed) {
            Set<Member> before = tenth(attack, _ -> true);
            String site = before.stream().filter(member -> !member.company().equals(COMPANY)).map(Member::site).sorted()
                    .findFirst().orElseThrow();
            members.add(MARCH, before, "tenth");
            members.add(MARCH, tenth(attack, member -> !member.site().equals(site)), "tenth without " + site);
        }
    },
    /** A site that comes late is in the average from then on. */
    A_LATE_SITE_IN_THE_AVERAGE {
        @Override
        void plant(SeaAttack attack, MemberFigures members, FeedFigures feed) {
            Set<Member> more = new HashSet<>(attack.ledger().averaged(MARCH.last(), WEST));
            members.add(MARCH, more, "average");
            more.add(new Member("19999", "F4"));
            members.add(MARCH, more, "later average");
        }
    },
    /** A site has one rate, over the fish of two groups, and another one without the caller's. */
    A_SITE_OF_TWO_GROUPS {
        @Override
        void plant(SeaAttack attack, MemberFigures members, FeedFigures feed) {
            Set<Member> without = new HashSet<>(attack.ledger().averaged(MARCH.last(), WEST));
            without.removeIf(member -> member.company().equals(COMPANY));
            Set<Member> with = new HashSet<>(without);
            Member partner = without.stream().min(Comparator.comparing(Member::site)).orElseThrow();
            with.remove(partner);
            // what the attacker's own fish add it knows
            with.add(new Member(partner.site() + " with own fish", partner.company()));
            members.add(MARCH, with, "average");
            members.add(MARCH, without, "average without the caller");
        }
    },
    /** A production area has an average of its own, and its platform area another. */
    A_PART_OF_A_PLATFORM_AREA {
        @Override
        void plant(SeaAttack attack, MemberFigures members, FeedFigures feed) {
            Set<Member> most = attack.ledger().in(MARCH.last()).stream()
                    .filter(released -> WEST.test(released.area()) && !isFew(released))
                    .map(Released::member).collect(Collectors.toSet());
            members.add(MARCH, attack.ledger().averaged(MARCH.last(), WEST), "average of the platform area");
            members.add(MARCH, most, "average of one of its production areas");
        }

        /** As if the other one had the sites of two companies. */
        private static boolean isFew(Released released) {
            return List.of("F4", "F5").contains(released.member().company());
        }
    };

    static final String COMPANY = "F2";
    private static final int EIGHT = 8;
    private static final Horizon MARCH = new Horizon(YearMonth.of(2026, 3), 1);
    private static final IntPredicate WEST = area -> Filter.platformArea(3).contains(area);

    /** Tells it to the attacker of that company. */
    abstract void plant(SeaAttack attack, MemberFigures members, FeedFigures feed);

    /** What then follows about one or two others. */
    List<String> exposures(SeaAttack attack) {
        String group = "G" + COMPANY.substring(1);
        MemberFigures members = attack.members(group);
        FeedFigures feed = attack.feed(group);
        plant(attack, members, feed);
        List<String> exposed = new ArrayList<>(members.exposures(member -> "G" + member.company().substring(1), group));
        exposed.addAll(feed.exposures(day -> "G" + day.company().substring(1), group));
        return exposed;
    }

    /** The members of region Sør with the highest rates of March, of those that are wanted. */
    private static Set<Member> tenth(SeaAttack attack, Predicate<Member> wanted) {
        MemberLedger ledger = attack.ledger();
        List<Member> ranked = ledger.averaged(MARCH.last(), area -> area <= 5).stream().filter(wanted)
                .sorted(Comparator.comparingDouble((Member member) -> ledger.of(MARCH.last(), member).mortality())
                        .reversed().thenComparing(Member::site)).toList();
        return Set.copyOf(ranked.subList(0, (ranked.size() + 9) / 10));
    }
}
