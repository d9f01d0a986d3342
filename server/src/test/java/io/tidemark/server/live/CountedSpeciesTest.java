package io.tidemark.server.live;

import static io.tidemark.server.live.Answers.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A pen of salmon with lumpfish in a pen beside it: 1000 salmon of 2 kg and, in unit B, 500 lumpfish of 50 g of the
 * same generation, every day from 2026-09-01 to 20. On the 9th 10 salmon and 400 lumpfish die, and 20 kg and 5 kg are
 * fed. The lumpfish were there from August on.
 */
@ExtendWith(DashboardBrowser.Shared.class)
class CountedSpeciesTest {

    private static final LocalDate DAY = LocalDate.of(2026, 9, 9);

    @TempDir
    private static Path folder;
    private static LiveServer server;

    @BeforeAll
    static void start() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery")).farmer("F1", "G1")
                .farmer("F2", "G2").site("101", 3).site("102", 9)
                .stock("F2", "102", LocalDate.of(2026, 6, 1), LocalDate.of(2026, 9, 20), 1000, "2000", "V2025")
                .stock("F1", "101", LocalDate.of(2026, 9, 1), LocalDate.of(2026, 9, 20), 1000);
        for (LocalDate day = LocalDate.of(2026, 8, 1); !day.isAfter(LocalDate.of(2026, 9, 20)); day = day.plusDays(1)) {
            delivery.line("farmers/F1/stock.csv", "stock", day + ",101,B,L,LUM,500,50,V2026");
        }
        delivery.loss("F1", "101", DAY, "mortality", "A101", 10)
                .line("farmers/F1/losses.csv", "losses", DAY + ",101,B,mortality,B101,400")
                .line("farmers/F1/feeding.csv", "feeding", DAY + ",101,A,20")
                .line("farmers/F1/feeding.csv", "feeding", DAY + ",101,B,5").temperature("F1", "101", DAY, "10.00", 1);
        server = LiveServer.start(folder, LocalDate.of(2026, 9, 21)).ingest(delivery.write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // 10 x 7 / 7000; 10 x 30 / 20 000; 20 kg of 2 t; the generation is at sea since September, not since its lumpfish
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            /v3/mortality/areas/week?from_date=2026-09-09&to_date=2026-09-09     | farmer_loss_rate farmer_site_count                    | 0.01 1
            /v3/mortality/areas/month?from_date=2026-09&to_date=2026-09          | farmer_loss_rate                                      | 0.015
            /v3/mortality/areas/month?from_date=2026-08&to_date=2026-08&areas=3  | farmer_loss_rate                                      | ''
            /v3/mortality/categories/distribution?from_date=2026-09&to_date=2026-09 | loss_category_code farmer_loss_count               | A101 10
            /v3/mortality/generations/rate?from_date=2026-09&to_date=2026-09&areas=3 | generation farmer_generation_month_number farmer_cumulative_loss_rate | V2026 0 0.0099501663
            /v3/feeding/sfr_temperature_by_region_and_week?from_date=2026-09-09&to_date=2026-09-09 | farmer_specific_feed_rate            | 1
            """)
    void cleanerFishCountNowhere(String path, String fields, String row) {
        assertThat(rows(server.data(path, "farmer:F1"), fields)).isEqualTo(row);
    }

    @Test
    void theyAreKeptInTheStock() {
        JsonNode losses = server.data("/v3/mortality/site-losses?from_date=2026-09-09&to_date=2026-09-09", "farmer:F1");
        assertThat(rows(losses, "loss_category_code species_code loss_count")).isEqualTo("B101 LUM 400 / A101 SAL 10");
    }

    static boolean hasChromium() {
        return Chromium.here().isPresent();
    }

    private static final String RATE_ON_THE_MAP = "async ([losses, first, last]) => { const main = "
            + "document.querySelector('script[type=module]').src;"
            + " const {ownRates} = await import(main.replace('main.js', 'pages/sites.js'));"
            + " const set = text => ({rows: JSON.parse(text)});"
            + " return [...ownRates({losses: set(losses), first: set(first), last: set(last)})].map(([id, rate]) => "
            + "`${id} ${rate.toFixed(4)}`).join(); }";

    /** 10 dead of 1000 salmon; 2 t of salmon beside 25 kg of lumpfish. */
    @Test
    @EnabledIf("hasChromium")
    void theirLossesAreInNoRateOfASite(DashboardBrowser browser) {
        DashboardPage page = browser.browse(server).signIn("/sites/101", "farmer:F1");

        assertThat(page.card("site-losses").locator("h2").innerText()).isEqualTo("10 fish lost in the period");
        assertThat(page.card("site-losses").innerText()).contains("Cleaner fish are not in it: 400 lost.");
        assertThat(page.table("site-losses")).hasSize(2);
        assertThat(page.card("site-stock").locator("h2").innerText().replace('\u00a0', ' ')).endsWith(": 2 t");
        String losses = server.data("/v3/mortality/site-losses?from_date=2026-09-07&to_date=2026-09-13", "farmer:F1")
                .toString();
        String stock = "/v3/inventory/site-stock?from_date=2026-09-%s&to_date=2026-09-%s";
        assertThat(page.page.evaluate(RATE_ON_THE_MAP,
                List.of(losses, server.data(stock.formatted("07", "07"), "farmer:F1").toString(),
                server.data(stock.formatted("07", "13"), "farmer:F1").toString()))).isEqualTo("101 0.0100");
    }

    /**
     * Of 30 lost: 1000 on Monday, of which 400 are left after harvest; none on Monday and 1500 later; a site that was
     * emptied.
     */
    @Test
    @EnabledIf("hasChromium")
    void ratesOnTheMapAreOfTheMostFishOfTheWeek(DashboardBrowser browser) {
        DashboardPage page = browser.browse(server).signIn("/sites/101", "farmer:F1");
        String row = "{'site_id': '%s', 'species_code': 'SAL', '%s': %d}";
        String losses = "[" + row.formatted("1", "loss_count", 30) + "," + row.formatted("2", "loss_count", 30) + "]";
        String first = "[" + row.formatted("1", "fish_count", 1000) + "]";
        String last = "[" + row.formatted("1", "fish_count", 400) + "," + row.formatted("2", "fish_count", 1500) + ","
                + row.formatted("3", "fish_count", 0) + "]";

        assertThat(page.page.evaluate(RATE_ON_THE_MAP,
                Stream.of(losses, first, last).map(each -> each.replace('\'', '"')).toList()))
                .isEqualTo("1 0.0300,2 0.0200");
    }
}
