package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.PrivacyChange;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nine companies have 1000 fish of one cell in the week from 2026-06-01. Five of them deliver first, with feed, and
 * four late, without: two atoms. Under a rule of four groups besides the caller's they are one, of which some rows are
 * in an atom of feed too, and some are not.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class MergedAtomsTest {

    private static final LocalDate MONDAY = LocalDate.of(2026, 6, 1);
    private static final LocalDate SUNDAY = LocalDate.of(2026, 6, 7);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery first = new HandMadeDelivery(folder.resolve("first"));
        HandMadeDelivery late = new HandMadeDelivery(folder.resolve("late"));
        HandMadeDelivery more = new HandMadeDelivery(folder.resolve("more"));
        for (int i = 1; i <= 9; i++) {
            first.farmer("F" + i, "G" + i).site("1000" + i, 3);
            (i <= 5 ? first : late).stock("F" + i, "1000" + i, MONDAY, SUNDAY, 1000)
                    .loss("F" + i, "1000" + i, MONDAY, "mortality", "A101", 7);
            if (i <= 5) {
                first.line("farmers/F" + i + "/feeding.csv", "feeding", MONDAY + ",1000" + i + ",A,5");
            }
        }
        more.loss("F1", "10001", MONDAY, "mortality", "A101", 8);
        server = LiveServer.start(folder, SUNDAY.plusDays(1)).ingest(first.write()).ingest(late.write())
                .ingest(more.write(), new PrivacyChange(4, null));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // 9 x 7 of 9000 fish; the correction of the released week is not seen
    @Test
    void allNineAreSeen() {
        JsonNode row = server.data("/v3/mortality/areas/week?from_date=2026-06-01&to_date=2026-06-07", "analyst")
                .get(0);
        assertThat(row.get("site_count").asInt()).isEqualTo(9);
        assertThat(row.get("mortality_rate").asDouble()).isEqualTo(0.007);
    }

    // 5 x 5 kg on the first day, of 5 x 2 t of fish on that day: 0.25 %
    @Test
    void soIsTheFeedOfFive() {
        JsonNode row = server.data("/v3/feeding/sfr-by-weeknumber-and-year?from_date=2026-06-01&to_date=2026-06-07",
                "analyst").get(0);
        assertThat(row.get("specific_feed_rate").asDouble()).isEqualTo(0.25);
    }
}
