package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a company sees of its own deliveries. F1 has fish on 10001 up to 31 January 2027, fed on the 30th and 31st, and
 * on 10002 up to the 20th; F2 has fish on 10003 up to the 15th. A second delivery corrects the feed of the 30th, the
 * stock of 10002 from 31 December to 2 January, the generation of a day, and a day of F2's.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardDataTest extends InChromium {

    private static final LocalDate END = LocalDate.of(2027, 1, 31);

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        HandMadeDelivery delivery = new HandMadeDelivery(folder.resolve("delivery"))
                .farmer("F1", "G1").farmer("F2", "G2").site("10001", 3).site("10002", 3).site("10003", 3)
                .stock("F1", "10001", END.minusDays(40), END, 1000)
                .stock("F1", "10002", END.minusDays(40), LocalDate.of(2027, 1, 20), 1000)
                .stock("F2", "10003", END.minusDays(40), LocalDate.of(2027, 1, 15), 1000);
        for (int back = 1; back >= 0; back--) {
            delivery.line("farmers/F1/feeding.csv", "feeding", END.minusDays(back) + ",10001,A,12.5");
        }
        server = LiveServer.start(folder.resolve("lake"), END.plusDays(1)).ingest(delivery.write())
                .ingest(new HandMadeDelivery(folder.resolve("corrected"))
                .stock("F1", "10002", END.minusDays(31), END.minusDays(29), 900)
                .stock("F1", "10001", END.minusDays(35), END.minusDays(35), 1000, "2000", "H2026")
                .stock("F2", "10003", END.minusDays(31), END.minusDays(31), 400)
                .line("farmers/F1/feeding.csv", "feeding", END.minusDays(1) + ",10001,A,20").write());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void daysWithFeedAreDelivered() {
        JsonNode days = server.data("/v3/common/delivered-days?site_id=10001&from_date=2027-01", "farmer:F1");
        List<JsonNode> fed = StreamSupport.stream(days.spliterator(), false)
                .filter(row -> row.get("table_name").asText().equals("feeding")).toList();
        assertThat(fed).hasSize(1);
        assertThat(fed.getFirst().get("days").toString()).isEqualTo("[30,31]");

        DashboardPage page = browser.browse(server).signIn("/data", "farmer:F1");
        assertThat(page.table("calendar").stream().skip(1).map(row -> row.get(1) + " " + row.get(3)))
                .containsExactly("stock 41", "feeding 2", "stock 30");
    }

    /** The 31st is the last day of all: 10002 has been silent for eleven days, others' sites are not ours. */
    @Test
    void ownLateSitesAreNamed() {
        DashboardPage page = browser.browse(server).signIn("/data", "farmer:F1");

        assertThat(page.card("late").locator("h2").innerText()).isEqualTo("Our late sites: Site 10002");
        assertThat(page.card("late").locator(".note").first().innerText())
                .startsWith("Of all companies 2 sites have no figures from the last week.");
        assertThat(page.table("late").stream().skip(1).map(row -> row.getFirst() + " " + row.get(1)))
                .containsExactly("Site 10002 own", "Site 10003 –");
    }

    /** 1000 fish are 900 on three days; the last of December is in a row of its own, since years are apart. */
    @Test
    void whatALaterDeliveryCorrectedIsListed() {
        DashboardPage page = browser.browse(server).signIn("/data", "farmer:F1");

        assertThat(page.table("corrections").stream().map(row -> row.subList(0, 5))).containsExactly(
                List.of("Site", "Table", "Days", "Before", "After"),
                List.of("Site 10001", "feeding", "30 Jan 2027", "12.5 kg", "20 kg"),
                List.of("Site 10001", "stock", "27 Dec 2026", "1,000", "1,000 as before, other pens or origin"),
                List.of("Site 10002", "stock", "31 Dec 2026", "1,000", "900"),
                List.of("Site 10002", "stock", "1 Jan 2027 – 2 Jan 2027", "1,000", "900"));
        assertThat(page.card("corrections").locator("h2").innerText())
                .startsWith("Corrected last: Site 10001, feeding of 30 Jan 2027: 12.5 kg → 20 kg, delivered ");
        DashboardPage other = browser.browse(browser.generated()).signIn("/data", browser.farmer());
        assertThat(other.card("corrections").innerText()).contains("No delivery has corrected the last two years of ");
        assertThat(browser.browse(server).signIn("/data", "analyst").card("corrections").count()).isZero();
    }

    /** A site that was emptied says nothing of what is fed today. */
    @Test
    void onlySitesWithFishNowHaveALineOfFeed() {
        DashboardPage page = browser.browse(browser.generated()).signIn("/feeding", browser.farmer());
        JsonNode stock = browser.generated().data("/v3/inventory/site-stock", browser.farmer());
        List<String> now = StreamSupport.stream(stock.spliterator(), false)
                .filter(row -> LocalDate.parse(row.get("date").asText()).isAfter(LocalDate.of(2026, 3, 15)))
                .map(row -> row.get("site_id").asText()).distinct().toList();
        List<String> stocked = StreamSupport.stream(browser.generated().data("/v3/common/site", browser.farmer())
                .spliterator(), false).filter(row -> now.contains(row.get("site_id").asText()))
                .map(row -> row.get("site_name").asText()).toList();
        String said = String.valueOf(page.card("feed-index").locator(".chart").getAttribute("aria-label"));
        List<String> fed = page.table("feed-index").stream().skip(1).map(row -> row.get(1)).distinct().toList();

        assertThat(fed).isNotEmpty();
        assertThat(fed.stream().filter(said::contains)).isNotEmpty().isSubsetOf(stocked);
    }
}
