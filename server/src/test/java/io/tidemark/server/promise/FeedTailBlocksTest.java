package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tails of legacy v2 feeding less sums of unit-days that are known from the same route. 1000 salmon of 2000 g on each
 * site, so that 20 kg are 1 %; 8 °C; the first quarter of 2027. Company Fi is group Gi and has site i in region Sør and
 * site 100 + i in region Midt.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class FeedTailBlocksTest {

    private static final LocalDate JANUARY = LocalDate.of(2027, 1, 1);
    private static final LocalDate FEBRUARY = LocalDate.of(2027, 2, 1);
    private static final LocalDate END = LocalDate.of(2027, 3, 31);
    private static final Percentage NEAR = Percentage.withPercentage(3);

    @TempDir
    Path folder;

    private HandMadeDelivery delivery;

    private HandMadeDelivery companies(int number, LocalDate to) {
        delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= number; i++) {
            delivery.farmer("F" + i, "G" + i);
            for (int site : new int[] {i, 100 + i}) {
                delivery.site(id(site), site < 100 ? 3 : 6).stock("F" + i, id(site), JANUARY, to, 1000);
            }
        }
        return delivery;
    }

    private static String id(int site) {
        return String.valueOf(30_000 + site);
    }

    private void feed(int site, LocalDate day, double percent) {
        feed(delivery, site, day, percent);
    }

    private static void feed(HandMadeDelivery delivery, int site, LocalDate day, double percent) {
        String files = "farmers/F" + site % 100 + "/";
        delivery.line(files + "feeding.csv", "feeding", day + "," + id(site) + ",A," + 20 * percent)
                .line(files + "temperatures.csv", "temperatures", day + "," + id(site) + ",8.00,3,1");
    }

    private LiveServer serve() {
        return LiveServer.start(folder.resolve("server"), END.plusDays(1)).ingest(delivery.write());
    }

    private static JsonNode row(LiveServer server, String scope, String caller, int which) {
        return server.data("/v2/feeding/sfr-by-" + scope + "-and-temperature", caller).get(which);
    }

    private static double sum(JsonNode row) {
        return row.get("avg_sfr").asDouble() * row.get("num_of_measurements").asInt();
    }

    /**
     * January: in Sør F2, F3 and F4 feed 3 % on two days each, too few groups for the region; in Midt F5 feeds 0.5 % on
     * two. They are one atom of the country. February, in Sør: F5 feeds 3 % on two days, F6 to F9 around 1 % on sixteen
     * each, a leaf by itself. The highest eight of the 72 unit-days of Sør are those of 3 %, of F2 to F5. Less the atom
     * of January they would be F5's of February less F5's of January: 6 - 1.
     */
    @Test
    void aTailLessTheCountrysAtom() {
        companies(9, END);
        for (int day = 0; day < 2; day++) {
            for (int company = 2; company <= 4; company++) {
                feed(company, JANUARY.plusDays(day), 3);
            }
            feed(105, JANUARY.plusDays(day), 0.5);
            feed(5, FEBRUARY.plusDays(day), 3);
        }
        for (int n = 0; n < 64; n++) {
            feed(6 + n % 4, FEBRUARY.plusDays(n / 4), 1 + n / 1000.0);
        }
        try (LiveServer server = serve()) {
            JsonNode country = row(server, "country", "farmer:F1", 0);
            JsonNode region = row(server, "region", "farmer:F1", 0);
            assertThat(country.get("num_of_measurements").asInt()).isEqualTo(74);
            assertThat(region.get("num_of_measurements").asInt()).isEqualTo(66);
            double atom = sum(country) - sum(region);

            assertThat(8 * region.get("highest_10_percent_avg_sfr").asDouble() - atom).as("%s, %s", country, region)
                    .isNotCloseTo(5, NEAR);
        }
    }

    /**
     * January, in Sør: F2 feeds 3 % on three days, F3, F4 and F5 on two; F6 and F7 around 1 % on eighteen days at two
     * sites each. The highest nine of 81 are those of 3 %; the others of January are of two groups, so the tail may not
     * be shown. After January is released, F2 and F3 deliver a day of 1 % each: these are in the quarter, and not in
     * what was released of January. F6 would learn all that F7 has fed.
     */
    @Test
    void aTailLessItsMonthWhereUnitDaysCameLate() {
        companies(7, JANUARY.plusDays(30));
        for (int n = 0; n < 9; n++) {
            feed(2 + n % 4, JANUARY.plusDays(n / 4), 3);
        }
        for (int company = 6; company <= 7; company++) {
            delivery.site(id(company + 200), 3).stock("F" + company, id(company + 200), JANUARY, JANUARY.plusDays(30),
                    1000);
            for (int day = 0; day < 18; day++) {
                feed(company, JANUARY.plusDays(day), 1 + day / 1000.0);
                feed(company + 200, JANUARY.plusDays(day), 0.9 + day / 1000.0);
            }
        }
        try (LiveServer server = LiveServer.start(folder.resolve("server"), END.plusDays(1)).ingest(delivery.write())) {
            HandMadeDelivery later = new HandMadeDelivery(folder.resolve("later"));
            for (int i = 1; i <= 7; i++) {
                later.stock("F" + i, id(i), FEBRUARY, END, 1000).stock("F" + i, id(100 + i), FEBRUARY, END, 1000);
            }
            later.stock("F6", id(206), FEBRUARY, END, 1000).stock("F7", id(207), FEBRUARY, END, 1000);
            feed(later, 2, JANUARY.plusDays(20), 1);
            feed(later, 3, JANUARY.plusDays(20), 1);
            server.ingest(later.write());
            JsonNode region = row(server, "region", "farmer:F6", 0);
            assertThat(region.get("num_of_measurements").asInt()).isEqualTo(81);
            double own = 18 * 1.9 + 2 * 153 / 1000.0;

            assertThat(sum(region) - 9 * region.get("highest_10_percent_avg_sfr").asDouble() - own).as("%s", region)
                    .isNotCloseTo(own, NEAR);
        }
    }

    /**
     * January: F1 to F5 feed on ten days each in Sør and in Midt. February: in Sør again, and in Midt F6 alone, on
     * seven days: that is an atom of the country. The country's tail is a mean of the regions', and the weights would
     * tell that Midt has 57 unit-days, of which 50 are shown.
     */
    @Test
    void theWeightsOfRegions() {
        companies(6, END);
        for (int day = 0; day < 10; day++) {
            for (int company = 1; company <= 5; company++) {
                feed(company, JANUARY.plusDays(day), 1 + (5 * day + company) / 100.0);
                feed(company + 100, JANUARY.plusDays(day), 2 + (5 * day + company) / 100.0);
                feed(company, FEBRUARY.plusDays(day), 1 + (5 * day + company) / 100.0);
            }
        }
        for (int day = 0; day < 7; day++) {
            feed(106, FEBRUARY.plusDays(day), 2.25);
        }
        try (LiveServer server = serve()) {
            int all = row(server, "country", "farmer:F1", 0).get("num_of_measurements").asInt();
            assertThat(all).isEqualTo(157);
            for (String figure : new String[] {"highest_10_percent_avg_sfr", "lowest_10_percent_avg_sfr",
                    "median_sfr"}) {
                JsonNode country = row(server, "country", "farmer:F1", 0).get(figure);
                double south = row(server, "region", "farmer:F1", 0).get(figure).asDouble();
                double middle = row(server, "region", "farmer:F1", 1).get(figure).asDouble();
                assertThat(country.isNumber() && south > 0 && middle > 0)
                        .as("%s of %s, %s and %s", figure, country, south, middle).isTrue();

                assertThat(all * (country.asDouble() - south) / (middle - south)).as(figure)
                        .isNotCloseTo(57, Percentage.withPercentage(0.1));
            }
        }
    }
}
