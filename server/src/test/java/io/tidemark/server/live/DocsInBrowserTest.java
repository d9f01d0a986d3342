package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documentation as it is read beside the dashboard. */
@ExtendWith(CoastServer.class)
class DocsInBrowserTest extends InChromium {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en | why is my area empty        | Why a figure is empty
            en | add a route                 | The SQL of Tidemark
            en | hidden                      | Why a figure is empty
            nb | hvorfor er området mitt tomt | Hvorfor en figur er tom
            """)
    void aQuestionFindsItsPage(String language, String question, String title, LiveServer coast) {
        DashboardPage page = opened(coast, "/docs/" + language + "/answers.html");
        page.page.fill("#search", question);
        page.page.waitForSelector("#found li");

        assertThat(page.page.locator("#found a").allInnerTexts().stream().limit(3)
                .map(text -> text.lines().findFirst().orElse(""))).contains(title);
    }

    /** A part of a word is no word: "ate" is in hundreds of them. */
    @Test
    void partsOfWordsAreNotFound(LiveServer coast) {
        DashboardPage page = opened(coast, "/docs/en/answers.html");
        page.page.fill("#search", "ortality ");
        page.page.waitForFunction("() => document.getElementById('found').textContent === 'Nothing found'");
    }

    @ParameterizedTest
    @CsvSource({"en, To the dashboard", "nb, Til dashbordet"})
    void aPageLeadsBackToTheDashboard(String language, String words, LiveServer coast) {
        DashboardPage page = opened(coast, "/docs/" + language + "/dashboard.html");
        assertThat(page.page.locator("link[rel=icon]").getAttribute("href")).endsWith("icon.svg");
        page.page.click("text=" + words);
        page.page.waitForSelector("input[name=username]");
    }

    @ParameterizedTest
    @CsvSource({"/docs/en/dashboard.html, 390", "/docs/nb/empty.html, 390", "/docs/en/answers.html, 1280"})
    void whatScrollsIsReachedByKeyboard(String path, int width, LiveServer coast) {
        DashboardPage page = opened(coast, path);
        page.page.setViewportSize(width, 844);
        page.page.waitForFunction("() => [...document.querySelectorAll('article table, article pre')].every(each => "
                + "(each.tabIndex === 0) === (each.scrollWidth > each.clientWidth))");
        DashboardTest.accessible(page);
    }

    private DashboardPage opened(LiveServer server, String path) {
        DashboardPage page = browser.browse(server);
        page.page.navigate(server.uri(path).toString());
        return page;
    }
}
