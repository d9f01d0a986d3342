package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often quiet pens signal. A site's rows are of its last day, so each {@link SimulatedPen} stands on eight sites,
 * whose last days are the data end, the day before it and so on: together they tell the signals of a week.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
final class QuietPensTest {

    private static final LocalDate END = LocalDate.of(2027, 1, 31);
    /** Days before a site's last one that its rows look at: those of the mean, and a week of collections before. */
    private static final int LOOKED_AT = 42;
    private static final int WEEK = 7;
    private static final int PENS = 100;
    private static final long SEED = 12;

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1");
        Random random = new Random(SEED);
        for (int each = 0; each < SimulatedPen.WAYS.size(); each++) {
            int way = each;
            IntStream.rangeClosed(0, WEEK).forEach(left -> delivery.site(site(way, left), 3));
            for (int pen = 0; pen < PENS; pen++) {
                new SimulatedPen(delivery, "F1", "Q" + pen, way).write(random, END.minusDays(LOOKED_AT + WEEK), END,
                        LocalDate.MAX, day -> IntStream.rangeClosed(0, WEEK)
                        .filter(left -> !day.isAfter(END.minusDays(left))
                        && !day.isBefore(END.minusDays(left + LOOKED_AT)))
                        .mapToObj(left -> site(way, left)).toList());
            }
        }
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String site(int way, int left) {
        return String.valueOf(10_001 + 10 * way + left);
    }

    private static Set<String> signals(int way, int left) {
        JsonNode rows = server.data("/v3/watch/units?limit=1000&site_id=" + site(way, left), "farmer:F1");
        assertThat(rows).hasSize(PENS);
        return StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> !row.get("signal").asText().equals("quiet")).map(row -> row.get("unit_id").asText())
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void ofAHundredTwoBeginToSignalInAWeekAtMost(int way) {
        Set<String> before = signals(way, WEEK);
        int begun = 0;
        for (int left = WEEK - 1; left >= 0; left--) {
            Set<String> now = signals(way, left);
            begun += (int) now.stream().filter(pen -> !before.contains(pen)).count();
            before.clear();
            before.addAll(now);
        }
        assertThat(begun).isLessThanOrEqualTo(2);
    }
}
