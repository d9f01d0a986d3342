package io.tidemark.server.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.SnapshotId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DebouncerTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** What is published at each look, a second apart; the look at which it is settled, counted from 0. Quiet time is 1.5 seconds. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # nothing else is published: two looks later
            AAAA, 2
            # another one starts the quiet time anew
            ABBBB, 3
            AABBBB, 4
            # one that comes back, too
            ABAAA, 4
            # it never pauses: after five quiet times, 7.5 seconds
            ABABABABABAB, 8
            ABCDEFGHIJKL, 8
            """)
    void settles(String published, int expected) {
        Debouncer settling = new Debouncer(Duration.ofMillis(1500));
        List<Boolean> looks = new ArrayList<>();
        do {
            looks.add(settling.isSettled(new SnapshotId("2026-01-0" + published.charAt(looks.size())), looks.size() * SECOND));
        } while (!looks.getLast() && looks.size() < published.length());
        assertThat(looks).hasSize(expected + 1).last().isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource({"A, A", "A, B"})
    void startsAnewWhenItIsDone(String first, String second) {
        Debouncer settling = new Debouncer(Duration.ofMillis(1500));
        settling.isSettled(new SnapshotId(first), 0);
        settling.done();
        assertThat(settling.isSettled(new SnapshotId(second), 10 * SECOND)).isFalse();
        assertThat(settling.isSettled(new SnapshotId(second), 12 * SECOND)).isTrue();
    }
}
