package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.Month;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A site average is shown only when the sites that it averages belong to enough farmer groups, though enough have fish
 * in the month. Each company F1 to F5 is a group of its own, with one site in area 3 and 1000 fish there; n of them die
 * on the 10th, so a site's rate is n / 1000.
 *
 * <pre>
 *                    10001  10002  10003  10004        10005
 *                    F1     F2     F3     F4           F5
 * February 2027      10     20     30     6 days, 0    3 days, 0     four weeks from a Monday; F4 or F5 in each of them
 * March, April, May  10     20     30     40           -
 * </pre>
 */
class SiteAverageGroupsTest {

    private static final LocalDate BEGIN = LocalDate.of(2027, 2, 1);
    private static final LocalDate END = LocalDate.of(2027, 5, 31);
    private static final String MONTHS = "/v3/mortality/areas/month?from_date=2027-02-01&to_date=2027-05-31";
    private static final String REGIONS =
            "/v3/mortality/region/rolling-12-month?from_date=2027-02-01&to_date=2027-05-31";

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static LiveServer withoutRule;

    @BeforeAll
    static void start() throws InterruptedException {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int n = 1; n <= 5; n++) {
            delivery.farmer("F" + n, "G" + n).site("1000" + n, 3);
        }
        for (int n = 1; n <= 3; n++) {
            delivery.stock("F" + n, "1000" + n, BEGIN, END, 1000)
                    .loss("F" + n, "1000" + n, BEGIN.plusDays(9), "mortality", "A101", 10 * n);
        }
        delivery.stock("F4", "10004", BEGIN, BEGIN.plusDays(5), 1000)
                .stock("F4", "10004", LocalDate.of(2027, 3, 1), END, 1000);
        for (int day : new int[] {8, 15, 22}) {
            delivery.stock("F5", "10005", LocalDate.of(2027, 2, day), LocalDate.of(2027, 2, day), 1000);
        }
        for (Month month : List.of(Month.MARCH, Month.APRIL, Month.MAY)) {
            for (int n = 1; n <= 4; n++) {
                delivery.loss("F" + n, "1000" + n, LocalDate.of(2027, month, 10), "mortality", "A101", 10 * n);
            }
        }
        Path written = delivery.write();
        server = LiveServer.start(folder.resolve("rule"), END.plusDays(1)).ingest(written);
        withoutRule = LiveServer.start(folder.resolve("off"), END.plusDays(1)).ingest(written, LiveServer.RULE_OFF);
    }

    @AfterAll
    static void stop() {
        server.close();
        withoutRule.close();
    }

    // three sites in February: one of them knows its own, and would learn the mean of two. (10 + 20 + 30) / 3000 for an
    // admin, then (10 + ... + 40) / 4000; without F1 (20 + 30 + 40) / 3000 of three groups, and two in February. F5 has
    // no site that is averaged
    @ParameterizedTest(name = "{0}{1}")
    @CsvSource(delimiter = '|', textBlock = """
            admin     | ''                 | 0.02 0.025 0.025 0.025
            analyst   | ''                 | null 0.025 0.025 0.025
            farmer:F1 | ''                 | null 0.025 0.025 0.025
            farmer:F5 | ''                 | null 0.025 0.025 0.025
            farmer:F1 | &exclude_self=true | null 0.03 0.03 0.03
            """)
    void averagesOfEnoughGroups(String caller, String query, String averages) {
        assertThat(rows(server.data(MONTHS + query, caller), "site_avg_mortality_rate"))
                .isEqualTo(averages.replace(" ", " / "));
        // the region and the country
        assertThat(rows(server.data(REGIONS + query, caller), "avg_site_mortality_rate"))
                .isEqualTo(averages.replaceAll("(\\S+)", "$1 $1").replace(" ", " / "));
    }

    // all groups have fish in the pooled rate of February, and five sites are in it: 60 of (3 x 28 + 6 + 3) / 28
    // thousand fish
    @Test
    void pooledRatesStay() {
        assertThat(rows(server.data(MONTHS, "analyst"), "site_count mortality_rate"))
                .isEqualTo("5 0.0180645161 / 4 0.025 / 4 0.025 / 4 0.025");
    }

    // 1 - exp(-3 x 0.025) in May; April looks back to February: 1 - exp(-(0.02 + 0.025 + 0.025)) for an admin alone
    @Test
    void cumulativesNeedEveryMonth() {
        assertThat(rows(server.data(MONTHS, "analyst"), "cumulative_site_avg_mortality_rate_3_months"))
                .isEqualTo("null / null / null / 0.0722565137");
        assertThat(rows(server.data(MONTHS, "admin"), "cumulative_site_avg_mortality_rate_3_months"))
                .isEqualTo("null / null / 0.0676061801 / 0.0722565137");
        assertThat(rows(server.data(REGIONS, "analyst"), "cumulative_avg_site_mortality_rate_3_months"))
                .isEqualTo("null / null / null / null / null / null / 0.0722565137 / 0.0722565137");
    }

    // own averages are never hidden
    @Test
    void ownAveragesStay() {
        assertThat(rows(server.data(MONTHS, "farmer:F1"), "farmer_site_avg_mortality_rate"))
                .isEqualTo("0.01 / 0.01 / 0.01 / 0.01");
    }

    @Test
    void withoutTheRuleNothingIsHidden() {
        assertThat(rows(withoutRule.data(MONTHS, "analyst"), "site_avg_mortality_rate"))
                .isEqualTo("0.02 / 0.025 / 0.025 / 0.025");
    }
}
