package io.tidemark.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The publishing time in the nights in which Norway changes its clocks. */
class PublishTimeTest {

    // 02:30 comes twice on 25 October 2026, at 00:30 and 01:30 UTC
    @ParameterizedTest
    @CsvSource({
        "2026-10-25T00:29:59Z, 2026-10-24T00:30:00Z",
        "2026-10-25T00:30:00Z, 2026-10-25T00:30:00Z",
        "2026-10-25T00:59:59Z, 2026-10-25T00:30:00Z",
        "2026-10-25T01:00:00Z, 2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00Z, 2026-10-25T00:30:00Z",
        "2026-10-26T01:15:00Z, 2026-10-25T00:30:00Z",
        "2026-10-26T01:30:00Z, 2026-10-26T01:30:00Z",
    })
    void aTimeThatComesTwiceInANightCountsOnce(String now, String last) {
        assertThat(new PublishTime(LocalTime.of(2, 30), new MovedClock(now)).last()).isEqualTo(Instant.parse(last));
    }

    // 02:30 does not come on 29 March 2026: 03:30 summer time, 01:30 UTC, stands for it
    @ParameterizedTest
    @CsvSource({
        "2026-03-29T01:29:59Z, 2026-03-28T01:30:00Z",
        "2026-03-29T01:30:00Z, 2026-03-29T01:30:00Z",
    })
    void aTimeThatDoesNotComeIsAnHourLater(String now, String last) {
        assertThat(new PublishTime(LocalTime.of(2, 30), new MovedClock(now)).last()).isEqualTo(Instant.parse(last));
    }
}
