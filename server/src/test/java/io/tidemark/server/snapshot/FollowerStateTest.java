package io.tidemark.server.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.snapshot.FollowerState.Following;
import io.tidemark.server.snapshot.FollowerState.Look;
import io.tidemark.server.snapshot.FollowerState.Opening;
import io.tidemark.server.snapshot.FollowerState.Refused;
import io.tidemark.server.snapshot.FollowerState.Settling;
import io.tidemark.server.snapshot.FollowerState.Unreadable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transition between the states of a follower. Times are seconds; quiet time is 1.5 seconds. */
class FollowerStateTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final FollowerState FOLLOWING = new Following();
    private static final FollowerState REFUSED_B = new Refused(id("B"), 0);
    private static final FollowerState SETTLING_B = settling(FOLLOWING, "B", 0, 0);

    private static SnapshotId id(String letter) {
        return new SnapshotId("2026-01-0" + letter);
    }

    private static FollowerState settling(FollowerState before, String last, int firstSeen, int lastChange) {
        return new Settling(before, id(last), firstSeen * SECOND, lastChange * SECOND);
    }

    private static Look look(@Nullable String published, @Nullable String served, int second) {
        return new Look(published == null ? null : id(published), served == null ? null : id(served), second * SECOND,
                Duration.ofMillis(1500));
    }

    private static Arguments row(String why, FollowerState from, Look look, FollowerState to) {
        return Arguments.argumentSet(why, from, look, to);
    }

    static List<Arguments> looks() {
        return List.of(
                row("nothing is published yet", FOLLOWING, look(null, null, 1), FOLLOWING),
                row("the published one is served", FOLLOWING, look("A", "A", 1), FOLLOWING),
                row("the first one is opened at once", FOLLOWING, look("A", null, 1), new Opening(FOLLOWING, id("A"))),
                row("another one is published", FOLLOWING, look("B", "A", 1), settling(FOLLOWING, "B", 1, 1)),
                row("it may not be the last", SETTLING_B, look("B", "A", 1), SETTLING_B),
                row("it is the last", SETTLING_B, look("B", "A", 2), new Opening(SETTLING_B, id("B"))),
                row("one more is published", SETTLING_B, look("C", "A", 2), settling(FOLLOWING, "C", 0, 2)),
                row("publishing never pauses", settling(FOLLOWING, "C", 0, 7), look("B", "A", 8),
                        new Opening(settling(FOLLOWING, "B", 0, 8), id("B"))),
                row("rolled back before it was opened", SETTLING_B, look("A", "A", 1), FOLLOWING),
                row("CURRENT is gone while it settles", SETTLING_B, look(null, null, 1), SETTLING_B),
                row("too many are open: it is still to be opened", new Opening(SETTLING_B, id("B")), look("B", "A", 3),
                        new Opening(SETTLING_B, id("B"))),
                row("another one is published meanwhile", new Opening(SETTLING_B, id("B")), look("C", "A", 3),
                settling(FOLLOWING, "C", 0, 3)),
                row("rolled back meanwhile", new Opening(SETTLING_B, id("B")), look("A", "A", 3), FOLLOWING),
                row("a refused one waits", REFUSED_B, look("B", "A", 29), REFUSED_B),
                row("a refused one is tried again", REFUSED_B, look("B", "A", 30), new Opening(REFUSED_B, id("B"))),
                row("another one than the refused", REFUSED_B, look("C", "A", 3), settling(REFUSED_B, "C", 3, 3)),
                row("another one than the refused first one", REFUSED_B, look("C", null, 3),
                new Opening(REFUSED_B, id("C"))),
                row("rolled back from the refused one", REFUSED_B, look("A", "A", 3), FOLLOWING),
                row("the refused one is taken away", REFUSED_B, look(null, null, 3), REFUSED_B),
                row("back to the refused one, which waits", settling(REFUSED_B, "C", 3, 3), look("B", "A", 4),
                REFUSED_B),
                row("back to the refused one, whose time has come", settling(REFUSED_B, "C", 29, 29),
                        look("B", "A", 30), new Opening(REFUSED_B, id("B"))),
                row("CURRENT can be read again", new Unreadable(FOLLOWING, "x"), look("A", "A", 1), FOLLOWING),
                row("CURRENT can be read again, and the refused one still waits", new Unreadable(REFUSED_B, "x"),
                look("B", "A", 1), REFUSED_B));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void aLookLeadsTo(FollowerState from, Look look, FollowerState to) {
        assertThat(from.after(look)).isEqualTo(to);
    }

    @Test
    void anOpeningEndsServedOrRefused() {
        Opening opening = new Opening(SETTLING_B, id("B"));
        assertThat(opening.opened()).isEqualTo(FOLLOWING);
        assertThat(opening.refused(7)).isEqualTo(new Refused(id("B"), 7));
    }

    @Test
    void anyStateCanBecomeUnreadableAndIsRemembered() {
        for (FollowerState state : List.of(FOLLOWING, SETTLING_B, new Opening(SETTLING_B, id("B")), REFUSED_B)) {
            assertThat(state.unreadable("x")).isEqualTo(new Unreadable(state, "x"));
            assertThat(state.unreadable("x").unreadable("y")).isEqualTo(new Unreadable(state, "y"));
        }
    }

    static List<Arguments> problems() {
        return List.of(
                Arguments.of(FOLLOWING, null),
                Arguments.of(SETTLING_B, null),
                Arguments.of(new Opening(SETTLING_B, id("B")), null),
                Arguments.of(REFUSED_B, "snapshot 2026-01-0B cannot be served; see the log"),
                // until the next one is served
                Arguments.of(new Opening(settling(REFUSED_B, "C", 1, 1), id("C")),
                "snapshot 2026-01-0B cannot be served; see the log"),
                Arguments.of(new Unreadable(REFUSED_B, "x"), "x"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void healthSays(FollowerState state, @Nullable String problem) {
        assertThat(state.problem()).isEqualTo(problem);
    }

    /** What is published at each look, a second apart; the look at which it is opened, counted from 0. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # nothing else is published: two looks later
            BBBB, 2
            # another one starts the quiet time anew
            BCCCC, 3
            BBCCCC, 4
            # one that comes back, too
            BCBBB, 4
            # it never pauses: after five quiet times, 7.5 seconds
            BCBCBCBCBCBC, 8
            BCDEFGHIJKLM, 8
            # a rollback to the served one starts anew
            BABBBB, 4
            """)
    void ofManySnapshotsOnlyTheLastIsOpened(String published, int expected) {
        FollowerState state = FOLLOWING;
        List<FollowerState> states = new ArrayList<>();
        while (!(state instanceof Opening) && states.size() < published.length()) {
            state = state.after(look(published.substring(states.size(), states.size() + 1), "A", states.size()));
            states.add(state);
        }
        assertThat(states).hasSize(expected + 1).last().isInstanceOfSatisfying(Opening.class,
                opening -> assertThat(opening.id()).isEqualTo(id(published.substring(expected, expected + 1))));
    }
}
