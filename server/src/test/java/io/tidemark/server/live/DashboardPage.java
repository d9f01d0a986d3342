package io.tidemark.server.live;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The dashboard in a browser, as a reader uses it. */
final class DashboardPage implements AutoCloseable {

    /** The page itself. */
    final Page page;
    /** Every request to the API, in order. */
    final List<String> asked = new CopyOnWriteArrayList<>();
    /** What the browser complained about: errors in scripts, violations of the policy, failed requests. */
    final List<String> complaints = new CopyOnWriteArrayList<>();
    private final LiveServer server;

    DashboardPage(Page page, LiveServer server) {
        this.page = page;
        this.server = server;
        page.onRequest(request -> {
            if (request.url().contains("/v3/") || request.url().contains("/v2/")) {
                asked.add(request.url().substring(request.url().indexOf("/v")));
            }
        });
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    /** Opens an address without a session and signs in. */
    DashboardPage signIn(String address, String caller) {
        open(address);
        fill(server.userName(caller), LiveServer.PASSWORD);
        return ready();
    }

    /** Opens an address without a session. */
    DashboardPage open(String address) {
        page.context().clearCookies();
        page.navigate(server.uri(address).toString());
        page.waitForSelector("input[name=username]");
        return this;
    }

    /** Opens an address with the session of the browser, which must go on. */
    DashboardPage goOn(String address) {
        page.navigate(server.uri(address).toString());
        return ready();
    }

    /** Fills the sign-in form and sends it. */
    void fill(String name, String password) {
        page.fill("input[name=username]", name);
        page.fill("input[name=password]", password);
        page.click("form.signin button.main");
    }

    /** Has the server refuse the token of the first request of an address. */
    void refuseOnce(String address) {
        int[] refused = {1};
        page.route(address, route -> {
            Map<String, String> headers = new HashMap<>(route.request().headers());
            if (refused[0]-- > 0) {
                headers.put("authorization", "Bearer expired");
            }
            route.resume(new Route.ResumeOptions().setHeaders(headers));
        });
    }

    /** What the page has written into the browser, as one text. */
    String kept() {
        return String.valueOf(page.evaluate("() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + "
                + "document.cookie"));
    }

    /** Waits until the page has its figures. */
    DashboardPage ready() {
        page.waitForSelector("#app[data-ready] main:not([aria-busy])");
        return this;
    }

    /** Follows a link of the list of pages. */
    DashboardPage to(String path) {
        page.click("nav.pages a[href^='" + path + "']");
        page.waitForSelector("nav.pages a[aria-current][href^='" + path + "']");
        return ready();
    }

    /** A figure by its id. */
    Locator card(String id) {
        return page.locator("[data-card='" + id + "']");
    }

    /** Whose own figures are: the name at the top where a group has several companies, else the word in its place. */
    String own(String word) {
        return page.locator("[data-filter=own-company]").count() == 0 ? word
                : page.locator("header .company").innerText() + (word.equals("Our") ? "'s" : "");
    }

    /** Opens the menu of the reader: language, appearance, paper, sign-out. */
    DashboardPage menu() {
        if (page.locator(".user-menu[open]").count() == 0) {
            page.click(".user-menu > summary");
        }
        return this;
    }

    /** A tool of a figure, whose menu is opened: table, csv, png, call or how. */
    Locator tool(String card, String name) {
        if (card(card).locator("details.tools[open]").count() == 0) {
            card(card).locator("details.tools > summary").first().click();
        }
        return card(card).locator("[data-tool=" + name + "]");
    }

    /** The rows of a figure's table, opened when it is folded; the first holds the headings. */
    List<List<String>> table(String card) {
        if (card(card).locator("table").count() == 0) {
            tool(card, "table").click();
        }
        List<List<String>> rows = new ArrayList<>();
        for (Locator row : card(card).locator("table tr").all()) {
            rows.add(row.locator("th, td").allInnerTexts().stream()
                    .map(text -> text.replace('\u00a0', ' ').replace('\u202f', ' ')).toList());
        }
        return rows;
    }

    /** What stands under a colour that a style sheet set, such as the page's background. */
    String background() {
        return String.valueOf(page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor"));
    }

    @Override
    public void close() {
        if (page.url().startsWith("http")) {
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }");
        }
        page.close();
    }
}
