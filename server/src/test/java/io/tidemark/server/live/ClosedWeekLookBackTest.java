package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A week in which treatments are hidden is missing in what looks back over it; it is not a quiet week. Four groups have
 * fish in area 9 from 2026-W31 to W48, but in W45 F1 is there alone, on two sites, and the others are in area 10: their
 * atom spans both, and the week is closed. F1 treats twice on each Monday. The authority reports one treatment at a
 * site without fish in area 9 in W45 and in W49, after the last day of stock, and one in area 5, where no company is,
 * in W40, W45 and W49.
 */
class ClosedWeekLookBackTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 7, 27);
    private static final String SUMMARY = "/v3/treatment/summary-by-area-and-week?start_date=2026-10-26";
    private static final String DETAIL = "/v3/treatment/detail-by-category-and-week?start_date=2026-10-26";

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).site("10005", 5).site("10095", 9);
        for (int n = 1; n <= 4; n++) {
            delivery.farmer("F" + n, "G" + n).site("1009" + n, 9).site("1010" + n, 10)
                    .site("1011" + n, 11);
        }
        delivery.site("10096", 9).site("10120", 11).site("10121", 11);
        for (int week = 31; week <= 48; week++) {
            LocalDate monday = FIRST.plusWeeks(week - 31);
            for (int n = 1; n <= 4; n++) {
                String site = (week == 45 && n > 1 ? "1010" : "1009") + n;
                delivery.stock("F" + n, site, monday, monday.plusDays(6), 1000, "700", "V2026");
            }
            if (week == 45) {
                delivery.stock("F1", "10096", monday, monday.plusDays(6), 1000, "700", "V2026");
            }
            delivery.treatment("F1", "t" + week + "," + monday + ",10091,Mechanical,Lice,true,false,,,,,2,");
        }
        for (String week : new String[] {"45,2026,10095", "49,2026,10095", "40,2026,10005", "45,2026,10005",
                "49,2026,10005"}) {
            delivery.line("authority/measures.csv", "measures", week
                    + ",A,mekanisk fjerning,,,,,hele lokaliteten,62.5,6.25,3");
        }
        for (int week = 31; week <= 34; week++) {
            LocalDate monday = FIRST.plusWeeks(week - 31);
            for (int n = 1; n <= 4; n++) {
                delivery.stock("F" + n, "1011" + n, monday, monday.plusDays(6), 1000, "700", "V2026");
            }
            delivery.treatment("F1", "u" + week + "," + monday + ",10111,Mechanical,Lice,true,false,,,,,2,");
        }
        LocalDate thirdMonday = FIRST.plusWeeks(2);
        delivery.stock("F1", "10120", thirdMonday, thirdMonday.plusDays(6), 200_000, "3000", "H2025");
        Path late = new HandMadeDelivery(folder.resolve("late"))
                .stock("F2", "10121", FIRST, FIRST.plusDays(6), 1000, "700", "V2026").write();
        server = LiveServer.start(folder, LocalDate.of(2026, 12, 20)).ingest(delivery.write()).ingest(late);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // W44 has open weeks back to W31, W46 one, W47 two, W48 three; W45 and W49 lack what F1 did,
    // and area 5 lacks nothing
    @ParameterizedTest
    @ValueSource(strings = {"readonly-treatment", "analyst", "farmer:F1", "farmer:F2"})
    void comparisonsOverAClosedWeekAreMissing(String caller) {
        assertThat(rows(server.data(SUMMARY, caller), "production_area_id species_code year_week total_treatments "
                + "treatments_4_week_rolling"
                + " week_over_week_change week_over_week_pct_change month_over_month_change trend_status "
                + "significant_increase significant_decrease"))
                .isEqualTo("5 null 2026-W49 1 0.25 1 null 0 stable false false"
                        + " / 9 null 2026-W49 1 null null null null null false false"
                        + " / 9 SAL 2026-W48 2 null 0 0 null null false false"
                        + " / 9 SAL 2026-W47 2 null 0 0 null null false false"
                        + " / 9 SAL 2026-W46 2 null null null null null false false"
                        + " / 5 null 2026-W45 1 0.25 1 null 0 stable false false"
                        + " / 9 null 2026-W45 1 null null null null null false false"
                        + " / 9 SAL 2026-W44 2 2 0 0 0 stable false false");
        assertThat(rows(server.data(DETAIL + "&areas=9", caller), "species_code year_week category_treatment_count"
                + " category_treatments_4_week_rolling category_week_over_week_pct_change category_trend_status"))
                .isEqualTo("null 2026-W49 1 null null null / SAL 2026-W48 2 null 0 null / SAL 2026-W47 2 null 0 null"
                        + " / SAL 2026-W46 2 null null null / null 2026-W45 1 null null null / SAL 2026-W44 2 2 0 "
                        + "stable");
    }

    // in W33 the fish of one company wait beside those that are shown: what it treats is not told. In W31, which was
    // released, F2 delivers more fish later: what was shown of it stays
    @Test
    void aWeekInWhichSomeFishWaitIsClosed() {
        assertThat(rows(server.data("/v3/treatment/summary-by-area-and-week?start_date=2026-07-27&end_date=2026-08-23"
                + "&areas=11", "farmer:F2"), "year_week total_treatments week_over_week_change"))
                .isEqualTo("2026-W34 2 null / 2026-W32 2 0 / 2026-W31 2 2");
    }

    @Test
    void anAdminLacksNothing() {
        assertThat(rows(server.data(SUMMARY + "&areas=9", "admin"),
                "species_code year_week total_treatments treatments_4_week_rolling"
                + " month_over_month_change trend_status"))
                .isEqualTo("null 2026-W49 1 0.25 0 stable / SAL 2026-W48 2 2 0 stable / SAL 2026-W47 2 2 0 stable / "
                        + "SAL 2026-W46 2 2 0 stable"
                        + " / SAL 2026-W45 2 2 0 stable / null 2026-W45 1 0.25 1 new / SAL 2026-W44 2 2 0 stable");
    }
}
