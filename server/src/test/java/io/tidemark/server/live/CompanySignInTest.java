package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Route;
import com.nimbusds.jose.JOSEException;
import io.tidemark.server.identity.provider.TestProvider;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of competing companies sign in to the dashboard, each at the provider of its own company. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class CompanySignInTest extends InChromium {

    @TempDir
    static Path folder;

    @AutoClose
    private static TestProvider north;
    @AutoClose
    private static TestProvider south;
    @AutoClose
    private static LiveServer server;

    @BeforeAll
    static void start() throws JOSEException {
        north = TestProvider.withSignIn();
        south = TestProvider.withSignIn().of("F2");
        Map<String, String> settings = companies();
        // a wrong address of this test is not to lock the next one out
        settings.put("limits.sign-in-failures-per-minute", "1000");
        server = LiveServer.start(folder.resolve("email"), CoastDelivery.TODAY, settings);
    }

    private static Map<String, String> companies() {
        Map<String, String> settings = new HashMap<>(north.companySettings("north", "F1"));
        settings.putAll(south.companySettings("south", "F2"));
        return settings;
    }

    @BeforeEach
    void mend() {
        for (TestProvider each : new TestProvider[] {north, south}) {
            each.codes().spoil("").nameIssuer(false).mixUpWith(null, sent -> sent).asked.clear();
        }
    }

    private DashboardPage atTheDoor(LiveServer at, String address) {
        DashboardPage page = browser.browse(at).open(address);
        page.page.waitForSelector("[data-tool=provider], [data-tool=company]");
        return page;
    }

    private static void enter(DashboardPage page, String email) {
        page.page.fill("input[name=email]", email);
        page.page.press("input[name=email]", "Enter");
    }

    @Test
    void anAddressLeadsToTheCompanysProviderAndBack() {
        DashboardPage page = atTheDoor(server, "/explore?route=%2Fv3%2Fcommon%2Fgenerations");
        enter(page, "kari@south.example.org");
        page.ready();

        assertThat(page.page.url()).endsWith("/explore?route=%2Fv3%2Fcommon%2Fgenerations").doesNotContain("code=");
        assertThat(page.page.locator(".user").innerText()).isEqualTo("kari");
        assertThat(south.codes().asked).containsExactly("authorization_code");
        assertThat(south.codes().lastHint).isEqualTo("kari@south.example.org");
        assertThat(north.codes().asked).isEmpty();
        assertThat(page.kept()).doesNotContain("eyJ").doesNotContain("verifier");

        // a token that is refused is renewed by the server, at the same provider
        page.refuseOnce("**/v3/common/generations**");
        page.page.click("main form button.main");
        page.page.waitForSelector("[data-card=answer]");
        assertThat(south.codes().asked).containsExactly("authorization_code", "refresh_token");
        assertThat(north.codes().asked).isEmpty();

        // a reload goes on, as does another tab; what the browser keeps is for no script
        page.goOn("/explore?route=%2Fv3%2Fcommon%2Fgenerations");
        assertThat(page.page.locator(".user").innerText()).isEqualTo("kari");
        assertThat(south.codes().asked).containsExactly("authorization_code", "refresh_token", "refresh_token");
        assertThat(page.kept()).doesNotContain("eyJ").doesNotContain("tidemark-session");

        page.menu().page.click("[data-tool=sign-out]");
        page.page.waitForSelector("input[name=email]");
        assertThat(page.page.context().cookies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kari@west.example.org", "kari", ""})
    void anAddressOfNoCompanyIsToldTheSame(String email) {
        DashboardPage page = atTheDoor(server, "/");
        enter(page, email);

        page.page.waitForSelector("text=No company signs in with this address");
        assertThat(page.page.locator("[data-tool=provider]").count()).isZero();
        assertThat(page.complaints).isEmpty();
    }

    @Test
    void aReaderOfTheListChoosesTheCompany() {
        Map<String, String> settings = companies();
        settings.put("identity.sign-in-by", "list");
        try (LiveServer listed = LiveServer.start(folder.resolve("list"), CoastDelivery.TODAY, settings)) {
            DashboardPage page = atTheDoor(listed, "/");
            assertThat(page.page.locator("[data-tool=provider]").allInnerTexts())
                    .containsExactly("Sign in at Company north",
                    "Sign in at Company south");
            page.page.click("[data-tool=provider][value=north]");
            page.ready();
            assertThat(north.codes().asked).containsExactly("authorization_code");
            assertThat(listed.send(HttpRequest.newBuilder(listed.uri("/"))).headers()
                    .firstValue("Content-Security-Policy").orElseThrow())
                    .contains("connect-src 'self';");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "nonce", "denied"})
    void whoeverDoesNotComeBackAsSentIsNotLetIn(String spoilt) {
        DashboardPage page = atTheDoor(server, "/");
        north.codes().spoil(spoilt);
        enter(page, "kari@north.example.org");

        assertNobody(page);
        assertThat(north.codes().asked).hasSize(spoilt.equals("nonce") ? 1 : 0);
    }

    /**
     * Mix-up (RFC 9700, section 4.4): north's provider is hostile. It passes a reader that it was sent on to south's,
     * where the reader is signed in already, to be given south's code. South returns readers to south's own page, as
     * its client is registered; in the second case it does not check that, but names itself.
     */
    @ParameterizedTest
    @CsvSource({"/sign-in/south, false", "/sign-in/north, true"})
    void aCodeOfAnotherProviderIsGivenToNobody(String back, boolean named) {
        south.codes().nameIssuer(named);
        north.codes().mixUpWith(south.codes(), sent -> {
            sent.put("redirect_uri", String.valueOf(sent.get("redirect_uri")).replaceFirst("/sign-in/north$", back));
            return sent;
        });
        DashboardPage page = atTheDoor(server, "/");
        enter(page, "kari@north.example.org");

        assertNobody(page);
        assertThat(north.codes().asked).isEmpty();
        assertThat(south.codes().asked).isEmpty();
    }

    /** A provider whose answers always name it must name itself. */
    @Test
    void anIssuerThatShouldBeNamedMustBe() {
        DashboardPage page = atTheDoor(server, "/");
        page.page.route("**/web/sign-in", route -> {
            APIResponse found = route.fetch();
            route.fulfill(new Route.FulfillOptions().setResponse(found)
                    .setBody(found.text().replaceFirst("\"names_issuer\":\\w+", "\"names_issuer\":true")));
        });
        enter(page, "kari@north.example.org");

        assertNobody(page);
        assertThat(north.codes().asked).isEmpty();
    }

    /**
     * Tokens of another provider's, however they were had, sign nobody in: here north's token endpoint gives those of
     * south.
     */
    @Test
    void anotherProvidersTokenIsNoSignIn() {
        DashboardPage page = atTheDoor(server, "/");
        String foreign = south.token();
        page.page.route("**/web/sign-in/tokens", route -> {
            APIResponse found = route.fetch();
            route.fulfill(new Route.FulfillOptions().setResponse(found)
                    .setBody(found.text().replaceFirst("\"access_token\":\"[^\"]+\"", "\"access_token\":\"" + foreign
                    + "\"")));
        });
        enter(page, "kari@north.example.org");

        assertNobody(page);
    }

    private static void assertNobody(DashboardPage page) {
        page.page.waitForSelector("text=The provider signed nobody in");
        assertThat(page.page.locator("nav.pages").count()).isZero();
        assertThat(page.page.url()).doesNotContain("state=").doesNotContain("code=");
    }
}
