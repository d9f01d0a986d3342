package io.tidemark.server.live;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Administration in a browser: what an admin adds, changes and takes back there, and what is refused. */
@SuppressWarnings("NullAway.Init") // each test opens it
final class AdministrationPageTest extends InChromium {

    private DashboardPage page;

    private void press(String selector) {
        page.page.click(selector);
    }

    /** The form of the open dialog is sent, and its effect awaited. */
    private void send() {
        press("dialog form button.main");
        page.page.waitForSelector("dialog form",
                new Page.WaitForSelectorOptions().setState(WaitForSelectorState.DETACHED));
    }

    private List<String> row(String card, String name) {
        Locator row = page.card(card).locator("tbody tr", new Locator.LocatorOptions().setHasText(name)).first();
        row.waitFor();
        return row.locator("th, td").allInnerTexts();
    }

    @Test
    void accountsAndKeysAreMadeChangedAndRevoked(LiveServer coast) {
        page = browser.browse(coast).signIn("/administration", "admin");
        assertThat(page.page.locator("[data-card^=admin-]").count()).isEqualTo(3);

        // a new user, with what the server refuses said beside the field
        press("[data-action=add-users]");
        page.page.fill("[name=name]", "ola");
        page.page.selectOption("dialog [name=role]", "farmer");
        page.page.fill("[name=farmer_id]", "F11");
        page.page.fill("dialog [name=password]", "a long enough password");
        press("dialog form button.main");
        page.page.waitForSelector("dialog [role=alert] >> text=There is no farmer F11");
        assertThat(page.page.locator("[name=farmer_id]").getAttribute("aria-invalid")).isEqualTo("true");
        DashboardTest.accessible(page);
        page.page.fill("[name=farmer_id]", "F1");
        send();
        assertThat(row("admin-users", "ola")).contains("farmer", "F1", "all");

        press("tr:has-text('ola') [data-action=change]");
        page.page.selectOption("dialog [name=role]", "analyst");
        send();
        page.page.waitForSelector("tr:has-text('ola'):has-text('analyst')");

        // a key, whose secret is shown once and works
        press("[data-action=add-keys]");
        page.page.fill("dialog [name=name]", "wall");
        page.page.click("dialog label:has-text('common:read')");
        send();
        String key = page.page.inputValue(".secrets input");
        assertThat(key).startsWith("tm_");
        assertThat(coast.send(HttpRequest.newBuilder(coast.uri("/v3/common/generations")).header("X-API-Key", key))
                .statusCode()).isEqualTo(200);
        DashboardTest.accessible(page);
        page.page.keyboard().press("Escape");
        page.ready();
        assertThat(row("admin-keys", "wall")).contains("common:read");
        assertThat(page.page.content()).doesNotContain(key);

        press("tr:has-text('wall') [data-action=revoke]");
        page.page.waitForSelector("dialog >> text=stops working within ten seconds");
        send();
        page.page.waitForSelector("tr:has-text('wall'):has-text('Revoked')");
        // oneself is not offered
        assertThat(page.page.locator("[data-card=admin-users] tr:has-text('admin@') [data-action=revoke]").count())
                .isZero();
        assertThat(page.complaints).allMatch(each -> each.contains("400"));
    }

    @Test
    void theLogTheSnapshotsAndTheDeliveriesAreThose(LiveServer coast) {
        page = browser.browse(coast, "nb-NO").signIn("/administration", "admin");
        page.menu().page.selectOption("[data-filter=theme]", "dark");
        page.page.locator("[data-filter=theme]").press("Escape");
        page.page.setViewportSize(390, 844);
        page.ready();
        DashboardTest.accessible(page);
        assertThat(page.page.evaluate("() => document.documentElement.scrollWidth - "
                + "document.documentElement.clientWidth")).isEqualTo(0);

        press("[data-filter=admin-log]");
        page.page.waitForSelector("[data-card=admin-log]");
        assertThat(page.page.url()).endsWith("/administration?admin=log");
        page.ready();
        assertThat(page.table("admin-log").get(1).toString()).isNotEmpty();
        page.page.selectOption("select[data-filter=admin-log]", "signIns");
        page.ready();
        assertThat(page.table("admin-log").stream().skip(1)).isNotEmpty()
                .allMatch(each -> each.get(1).matches("Logget inn|Logget ut|Innlogging avvist"));

        press("[data-filter=admin-accesses]");
        page.page.waitForSelector("[data-card=admin-accesses]");
        page.ready();
        coast.get("/v3/common/generations", "farmer:F2");
        eventually().untilAsserted(() ->
                assertThat(coast.data("/v3/admin/accesses?farmer_id=F2&route=/v3/common/generations", "admin"))
                .isNotEmpty());
        page.page.fill("[data-filter=access-farmer_id]", "F2");
        page.page.keyboard().press("Enter");
        page.page.waitForURL("**access-farmer_id=F2**");
        page.page.waitForSelector("[data-card=admin-accesses] tbody tr");
        page.ready();
        assertThat(page.table("admin-accesses").stream().skip(1)).isNotEmpty()
                .allMatch(each -> each.get(2).equals("F2"))
                .anyMatch(each -> each.get(3).equals("/v3/common/generations") && each.get(5).equals("200"));
        DashboardTest.accessible(page);
        Download file = page.page.waitForDownload(() -> press("[data-action=download-accesses]"));
        assertThat(file.suggestedFilename()).isEqualTo("data-accesses.csv");

        press("[data-filter=admin-snapshots]");
        page.page.waitForSelector("[data-card=admin-snapshots]");
        page.ready();
        JsonNode snapshots = coast.data("/v3/admin/snapshots", "admin");
        assertThat(page.table("admin-snapshots")).hasSize(snapshots.size() + 1)
                .anyMatch(each -> each.getFirst().equals(snapshots.get(0).get("id").asText()));

        press("[data-filter=admin-deliveries]");
        page.page.waitForSelector("[data-card=admin-deliveries]");
        page.ready();
        assertThat(page.table("admin-deliveries").get(1).getFirst()).isEqualTo("delivery");
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void nobodyElseSeesIt(LiveServer coast) {
        page = browser.browse(coast).signIn("/administration", "analyst");

        assertThat(page.page.locator(".state.forbidden").count()).isEqualTo(1);
        assertThat(page.asked).noneMatch(each -> each.startsWith("/v3/admin"));
    }
}
