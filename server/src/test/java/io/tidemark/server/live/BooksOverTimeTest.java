package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.encoded;
import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Books of which some have no fish before a piece, or none after it. In September each company has 1000 fish of H2026
 * on a site. Nobody may learn what one of them has by the share that is lost of all.
 *
 * <pre>
 *   Vest       F1 to F4; F2 to F4 have no rows from the 14th to the 27th, and are back with their fish on the 28th. F2
 *              loses 100 on the 2nd, F2 to F4 100 each on the 29th
 *   Trøndelag  F1 to F4, which lose 200 each on the 22nd; and later, F5 to F7 until the 20th, and F8
 *   Nordland   F1 to F5; F1 loses 1500 of its 1000 on the 6th, and has 1000 the next morning
 * </pre>
 */
class BooksOverTimeTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 9, 1);
    private static final LocalDate END = LocalDate.of(2026, 10, 31);

    @TempDir
    private static Path folder;
    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = companies("delivery");
        delivery.site("900", 5).stock("F1", "900", FIRST.minusMonths(1), END, 1000, "2000", "V2025");
        for (int i = 1; i <= 4; i++) {
            delivery.site("30" + i, 3).site("60" + i, 6);
            fish(delivery, i, "60" + i, 1000, FIRST, LocalDate.of(2026, 9, 22));
            fish(delivery, i, "60" + i, 800, LocalDate.of(2026, 9, 23), END);
            delivery.loss("F" + i, "60" + i, LocalDate.of(2026, 9, 22), "mortality", "A101", 200);
        }
        fish(delivery, 1, "301", 1000, FIRST, END);
        delivery.loss("F2", "302", FIRST.plusDays(1), "mortality", "A101", 100);
        for (int i = 2; i <= 4; i++) {
            int fish = i == 2 ? 900 : 1000;
            fish(delivery, i, "30" + i, 1000, FIRST, FIRST.plusDays(1));
            fish(delivery, i, "30" + i, fish, FIRST.plusDays(2), LocalDate.of(2026, 9, 13));
            fish(delivery, i, "30" + i, fish, LocalDate.of(2026, 9, 28), LocalDate.of(2026, 9, 29));
            fish(delivery, i, "30" + i, fish - 100, LocalDate.of(2026, 9, 30), END);
            delivery.loss("F" + i, "30" + i, LocalDate.of(2026, 9, 29), "mortality", "A101", 100);
        }
        for (int i = 1; i <= 5; i++) {
            delivery.site("50" + i, 8);
            fish(delivery, i, "50" + i, 1000, FIRST, END);
        }
        delivery.loss("F1", "501", LocalDate.of(2026, 9, 6), "mortality", "A101", 1500);
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HandMadeDelivery companies(String name) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve(name));
        for (int i = 1; i <= 8; i++) {
            delivery.farmer("F" + i, "G" + i);
        }
        return delivery;
    }

    private static void fish(HandMadeDelivery delivery, int company, String site, int fish, LocalDate first,
            LocalDate last) {
        delivery.stock("F" + company, site, first, last, fish, "2000", "H2026");
    }

    private static String of(String area, String caller) {
        return rows(server.data("/v3/mortality/generations/rate?from_date=2026-09&to_date=2026-09&generations=H2026&"
                + encoded("areas=" + area), caller), "share_lost share_lost_pieces");
    }

    // (100 + 300) / (4000 + 3900): in the second week only F1's fish are left, since the others' are gone from then on, and
    // so the last piece begins with all of its fish, also those that are back. Of F1's 1000 alone, which were there before,
    // it would be 400 / 5000
    @ParameterizedTest
    @CsvSource({"analyst, 0.051", "farmer:F1, 0.051", "farmer:F2, 0.051"})
    void fishThatAreBackAreThereBeforeThePiece(String caller, String share) {
        assertThat(of("Vest", caller)).isEqualTo(share + " 3");
    }

    // 800 / 4000. Of F5 to F8 in the third week only F8's fish are left, and they are in no sum of the fourth. With
    // them 5000 would be left of 8000, of which F1 to F4 would tell what became: 0.2 x 5000 / 8000, which tells F8's 1000
    @Test
    void booksThatComeLateAreNotAddedToThoseThatAreShown() {
        assertThat(of("Trøndelag", "analyst")).isEqualTo("0.2 5");
        HandMadeDelivery late = companies("late");
        for (int i = 5; i <= 8; i++) {
            late.site("60" + i, 6);
            fish(late, i, "60" + i, 1000, FIRST, i == 8 ? END : LocalDate.of(2026, 9, 20));
        }
        server.ingest(late.write());
        assertThat(of("Trøndelag", "analyst")).isEqualTo("0.2 5");
    }

    // 1500 / (5000 + 1500): the 4000 of F2 to F5 are left, and before the second week; F1 has none then, and not 500 fewer
    @ParameterizedTest
    @ValueSource(strings = {"admin", "analyst", "farmer:F1"})
    void moreLostThanThereWereLeaveNoFish(String caller) {
        assertThat(of("Nordland", caller)).isEqualTo("0.231 5");
    }
}
