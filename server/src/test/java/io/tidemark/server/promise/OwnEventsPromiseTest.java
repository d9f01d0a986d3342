package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a company reads of its own treatments tells the rate of untreated fish to two digits and no more, the second of
 * them 0 or 5: all fish less the untreated ones are the treated, of one company perhaps. The attacker F1 invents a pen
 * that lost so many before its treatment that its cost is mostly this rate, many times over: 60 of 1000 on each of the
 * days -14 to -4, so that k = (660 + 50) / (e + 50), and 172 in the 14 days from it on.
 *
 * <p>In one lake 1050 of each million untreated fish of F2 to F5 are lost a day, in the other 1100: 0.001 to two
 * digits. Rounded so, e = 11, and the pen has 0.172 - 14 x 0.001 x 710 / 61 = 0.009049 beyond. By the rates themselves,
 * e = 11.55 and 12.1, and it would have 0.172 - 14 x 0.00105 x 710 / 61.55 = 0.0024 and 0.172 - 14 x 0.0011 x 710 /
 * 62.1 = -0.0041.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class OwnEventsPromiseTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 1, 1);
    private static final LocalDate TREATED = LocalDate.of(2026, 2, 10);
    private static final LocalDate END = LocalDate.of(2026, 4, 20);
    private static final int PENS = 10;

    @TempDir
    static Path folder;

    private static LiveServer fewer;
    private static LiveServer more;

    @BeforeAll
    static void start() {
        fewer = server(1050);
        more = server(1100);
    }

    @AfterAll
    static void stop() {
        fewer.close();
        more.close();
    }

    private static LiveServer server(int dead) {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery-" + dead));
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i).site("1000" + i, 3);
        }
        for (LocalDate day = BEGIN; !day.isAfter(END); day = day.plusDays(1)) {
            int after = (int) (day.toEpochDay() - TREATED.toEpochDay());
            // no longer than it takes, so that it has no untreated days
            if (after >= -14 && after < 14) {
                pen(delivery, 1, "T", day, 1000, after <= -4 ? 60 : after < 0 ? 0 : after < 2 ? 14 : 12);
            }
            for (int i = 2; i <= 5; i++) {
                for (int pen = 0; pen < PENS; pen++) {
                    pen(delivery, i, "U" + pen, day, 1_000_000, dead);
                }
            }
        }
        delivery.line("farmers/F1/treatments.csv", "treatments", "T1," + TREATED
                + ",10001,Bath,Lice,true,false,T,,,,,");
        return LiveServer.start(folder.resolve("lake-" + dead), END.plusDays(1)).ingest(delivery.write());
    }

    private static void pen(HandMadeDelivery delivery, int company, String unit, LocalDate day, int fish, int dead) {
        String pen = day + ",1000" + company + "," + unit;
        delivery.line("farmers/F" + company + "/stock.csv", "stock", pen + ",C,SAL," + fish + ",1500,V2025");
        if (dead > 0) {
            delivery.line("farmers/F" + company + "/losses.csv", "losses", pen + ",mortality,A101," + dead);
        }
    }

    /** What the attacker reads of its own. */
    private static List<Map<String, String>> own(LiveServer server) {
        List<Map<String, String>> own = new ArrayList<>();
        for (String path : List.of("/v3/comparison/site-treatments", "/v3/comparison/after-treatment?own=company",
                "/v3/comparison/after-treatment")) {
            for (JsonNode row : server.data(path, "farmer:F1")) {
                Map<String, String> fields = new TreeMap<>();
                row.properties().stream().filter(field -> path.endsWith("site-treatments")
                        || field.getKey().startsWith("farmer_"))
                        .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
                own.add(fields);
            }
        }
        return own;
    }

    @Test
    void theRateOfUntreatedFishIsToldToTwoDigits() {
        assertThat(own(fewer)).isEqualTo(own(more))
                .anySatisfy(row -> assertThat(row).containsEntry("excess", "0.009"))
                .anySatisfy(row -> assertThat(row).containsEntry("farmer_mean_excess_rate", "0.009"));
    }

    /** Admins see it with the rates themselves, and these differ. */
    @Test
    void theAttackFindsExactRates() {
        assertThat(bath(fewer)).isEqualTo(0.0024);
        assertThat(bath(more)).isEqualTo(-0.0041);
    }

    private static double bath(LiveServer server) {
        for (JsonNode row : server.data("/v3/comparison/after-treatment", "admin")) {
            if (row.get("treatment_category").asText().equals("Bath")) {
                return row.get("mean_excess_rate").asDouble();
            }
        }
        throw new AssertionError("no bath");
    }
}
