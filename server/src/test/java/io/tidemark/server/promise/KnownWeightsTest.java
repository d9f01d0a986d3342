package io.tidemark.server.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.server.live.HandMadeDelivery;
import io.tidemark.server.live.LiveServer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The attacker knows every site's temperature, and F1's own days. F3 to F5 have a site each in area 3 in June 2026, and
 * F2 has eight, all between 7 and 8 degrees: those of F2 are warm, those of the others are all alike. So a mean
 * temperature over the fed days of others would be the cold one and F2's share of the difference. Ten more sites have
 * no fish, and a temperature that the attacker knows as well.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class KnownWeightsTest {

    private static final LocalDate BEGIN = LocalDate.of(2026, 6, 1);
    private static final LocalDate END = LocalDate.of(2026, 7, 5);
    private static final BigDecimal WARM = new BigDecimal("7.9");
    private static final BigDecimal COLD = new BigDecimal("7.1");
    private static final BigDecimal EMPTY = new BigDecimal("7.37");
    private static final int EMPTY_SITES = 10;
    private static final int WARM_SITES = 8;
    /** Of others, in June; and in a week of it. */
    private static final Map<String, Long> MONTH = Map.of("F2", 240L, "F3", 30L, "F4", 30L, "F5", 30L);
    private static final Map<String, Long> WEEK = Map.of("F2", 56L, "F3", 7L, "F4", 7L, "F5", 7L);
    private static final String BY_DEGREE =
            "/v3/feeding/sfr-days-per-temperature?exclude_self=true&from_date=2026-06-08&to_date=2026-06-14";

    @TempDir
    static Path folder;

    private static LiveServer server;
    private static final List<BigDecimal> SITES = new ArrayList<>();

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"));
        for (int i = 1; i <= 5; i++) {
            delivery.farmer("F" + i, "G" + i);
            site(delivery, "F" + i, "4000" + i, temperature("F" + i), true);
        }
        for (int i = 1; i < WARM_SITES; i++) {
            site(delivery, "F2", "4020" + i, WARM, true);
        }
        for (int i = 0; i < EMPTY_SITES; i++) {
            site(delivery, "F3", "4010" + i, EMPTY, false);
        }
        server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery.write());
    }

    private static BigDecimal temperature(String farmer) {
        return farmer.equals("F2") ? WARM : COLD;
    }

    private static void site(HandMadeDelivery delivery, String farmer, String site, BigDecimal temperature,
            boolean fed) {
        delivery.site(site, 3).line("reference/site_farmers.csv", "site_farmers", site + "," + farmer);
        SITES.add(temperature);
        BEGIN.datesUntil(END.plusDays(1)).forEach(day ->
                delivery.line("farmers/" + farmer + "/temperatures.csv", "temperatures",
                day + "," + site + "," + temperature + ",3,1"));
        if (fed) {
            delivery.stock(farmer, site, BEGIN, END, 1000);
            BEGIN.datesUntil(END.plusDays(1)).forEach(day ->
                    delivery.line("farmers/" + farmer + "/feeding.csv", "feeding",
                    day + "," + site + ",A,10"));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The only row that has so many days of others. */
    private static JsonNode row(String path, String count, Map<String, Long> truth) {
        JsonNode rows = server.data(path, "farmer:F1");
        assertThat(rows).as(path).hasSize(1);
        assertThat(rows.get(0).get(count).asLong()).isEqualTo(truth.values().stream().mapToLong(days -> days).sum());
        return rows.get(0);
    }

    private static KnownWeights attack(Map<String, Long> truth) {
        Map<String, BigDecimal> temperatures = new TreeMap<>();
        truth.keySet().forEach(farmer -> temperatures.put(farmer, temperature(farmer)));
        return new KnownWeights(temperatures, truth.values().stream().mapToLong(days -> days).sum());
    }

    /** The mean of all sites' temperatures, which the attacker can tell before it asks. */
    private static BigDecimal ofTheSea(int decimals) {
        return SITES.stream().reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(SITES.size()), decimals, RoundingMode.HALF_UP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"region", "country"})
    void legacyTemperaturesSayNothingThatIsNotKnown(String by) {
        JsonNode row = row("/v2/feeding/sfr-by-" + by + "-and-temperature?exclude_self=true", "num_of_measurements",
                MONTH);
        assertThat(row.get("avg_temperature").decimalValue()).isEqualByComparingTo(ofTheSea(10));
        attack(MONTH).withoutTemperature().forEach((farmer, interval) -> assertThat(interval).as(farmer)
                .matches(each -> each.has(days(MONTH, farmer))).matches(each -> !each.isNear(days(MONTH, farmer))));
    }

    @Test
    void temperaturesOfFeedingDaysSayNothingThatIsNotKnown() {
        JsonNode row = row(BY_DEGREE, "count", WEEK);
        assertThat(row.get("avg_temperature").decimalValue()).isEqualByComparingTo(ofTheSea(2));
        attack(WEEK).withoutTemperature().forEach((farmer, interval) -> assertThat(interval).as(farmer)
                .matches(each -> each.has(days(WEEK, farmer))).matches(each -> !each.isNear(days(WEEK, farmer))));
    }

    /** What a mean over the days of others would be. */
    private static BigDecimal overDays(Map<String, Long> truth) {
        return truth.entrySet().stream().map(each ->
                temperature(each.getKey()).multiply(BigDecimal.valueOf(each.getValue())))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(truth.values().stream().mapToLong(days -> days).sum()),
                MathContext.DECIMAL64);
    }

    // ten decimals were shown by legacy v2, two by feeding days; one would not have been enough
    @ParameterizedTest
    @ValueSource(ints = {10, 2, 1})
    void aMeanOverTheDaysWouldTellTheWarmSites(int decimals) {
        for (Map<String, Long> truth : List.of(MONTH, WEEK)) {
            KnownWeights.Interval interval = attack(truth).with(overDays(truth), decimals).get("F2");
            assertThat(interval).matches(each -> each.has(days(truth, "F2")))
                    .matches(each -> each.isNear(days(truth, "F2")));
        }
    }

    private static long days(Map<String, Long> truth, String farmer) {
        return Objects.requireNonNull(truth.get(farmer));
    }
}
