package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The feed index over five weeks of a pen of 1000 salmon of 2000 g, fed on Mondays: 10, 20, 15, 30 and 40 kg. The sea is
 * measured on these days but the third, which so has no index. The coast's mean rate is that of the four others: 0.5, 1,
 * 1.5 and 2 % make 1.25 %, so 25 kg are expected.
 */
class FeedIndexWeeksTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 11, 30);

    @TempDir
    Path folder;

    // medians of four weeks, those that have one: 0.4 and 0.8; 0.4, 0.8 and 1.2; 0.8, 1.2 and 1.6
    @Test
    void theMedianOfFourWeeksPassesOverAWeekWithoutAnIndex() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .site("10001", 3).stock("F1", "10001", BEGIN, BEGIN.plusWeeks(5), 1000);
        int[] feed = {10, 20, 15, 30, 40};
        for (int week = 0; week < feed.length; week++) {
            LocalDate monday = BEGIN.plusWeeks(week);
            delivery.line("farmers/F1/feeding.csv", "feeding", monday + ",10001,A," + feed[week]);
            if (week != 2) {
                delivery.temperature("F1", "10001", monday, "8.50", 1);
            }
        }
        try (LiveServer server = LiveServer.start(folder, BEGIN.plusWeeks(5))
                .ingest(delivery.write(), LiveServer.RULE_OFF)) {
            assertThat(rows(server.data("/v3/feeding/feed-index?from_date=2026-11-30&to_date=2027-01-03",
                    "farmer:F1"), "week feed_index feed_index_4_weeks feed_kg expected_feed_kg"))
                    .isEqualTo("2026-11-30 0.4 0.4 10 25 / 2026-12-07 0.8 0.6 20 25 / 2026-12-14 null 0.6 0 0"
                            + " / 2026-12-21 1.2 0.8 30 25 / 2026-12-28 1.6 1.2 40 25");
            // the weeks before a window count in it
            assertThat(rows(server.data("/v3/feeding/feed-index?from_date=2026-12-28&to_date=2027-01-03",
                    "farmer:F1"), "week feed_index_4_weeks")).isEqualTo("2026-12-28 1.2");
        }
    }
}
