package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counts of {@link OwnLiceTest} on the page of the site. */
@SuppressWarnings("NullAway.Init") // set before all tests
class DashboardOwnLiceTest extends InChromium {

    @TempDir
    static Path folder;

    private static LiveServer server;

    @BeforeAll
    static void ingest() {
        server = LiveServer.start(folder.resolve("lake"), OwnLiceTest.END.plusDays(1))
                .ingest(OwnLiceTest.write(folder.resolve("delivery")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void anOwnSiteHasItsOwnCounts() {
        DashboardPage page = browser.browse(server).signIn("/sites/10001", "farmer:F1");

        assertThat(page.card("own-lice").locator("h2").innerText())
                .isEqualTo("Own counts at Site 10001: 0.10 adult females per fish of 20 in week 8, 2026");
        List<List<String>> rows = page.table("own-lice");
        assertThat(rows.getFirst()).containsExactly("Week", "Own counts", "Other mobile", "Attached", "Fish counted",
                "Adult females in all", "Adult female lice", "Limit", "Treatments against lice");
        // 0.1 of 4000 fish; nobody counted in week 7, in which the site was treated
        assertThat(rows.get(1)).containsExactly("week 8, 2026", "0.10", "–", "–", "20", "400", "–", "–", "0");
        assertThat(rows.get(2)).containsExactly("week 7, 2026", "–", "–", "–", "–", "–", "–", "–", "1");
        assertThat(rows.get(3)).containsExactly("week 6, 2026", "0.25", "1.00", "0.50", "40", "1,000", "–", "–", "0");
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void aSiteWithoutCountsHasNone() {
        DashboardPage page = browser.browse(server).signIn("/sites/10003", "farmer:F3");

        assertThat(page.card("own-lice").count()).isZero();
    }
}
