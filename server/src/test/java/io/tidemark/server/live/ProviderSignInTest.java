package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import io.tidemark.server.identity.provider.TestProvider;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader signs in to the dashboard at an OpenID provider: authorization code with PKCE. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class ProviderSignInTest extends InChromium {

    @TempDir
    static Path folder;

    @AutoClose
    private static TestProvider provider;
    @AutoClose
    private static LiveServer server;

    @BeforeAll
    static void start() throws JOSEException {
        provider = TestProvider.withSignIn();
        server = LiveServer.start(folder, CoastDelivery.TODAY, provider.signInSettings());
    }

    private DashboardPage atTheDoor(String address) {
        provider.codes().spoil("").asked.clear();
        DashboardPage page = browser.browse(server).open(address);
        page.page.waitForSelector("[data-tool=provider]");
        return page;
    }

    @Test
    void aReaderComesBackToTheAddressThatWasLeftAndItsTokenIsRenewed() {
        DashboardPage page = atTheDoor("/explore?route=%2Fv3%2Fcommon%2Fgenerations");
        assertThat(page.page.locator("[data-tool=provider]").innerText()).startsWith("Sign in at 127.0.0.1:");
        page.page.click("[data-tool=provider]");
        page.ready();

        assertThat(page.page.url()).endsWith("/explore?route=%2Fv3%2Fcommon%2Fgenerations").doesNotContain("code=");
        assertThat(page.page.locator(".user").innerText()).isEqualTo("kari");
        assertThat(provider.codes().asked).containsExactly("authorization_code");
        assertThat(page.kept()).doesNotContain("eyJ").doesNotContain("verifier");

        // a token that is refused is renewed there, once
        page.refuseOnce("**/v3/common/generations**");
        page.page.click("main form button.main");
        page.page.waitForSelector("[data-card=answer]");
        assertThat(provider.codes().asked).containsExactly("authorization_code", "refresh_token");

        page.menu().page.click("[data-tool=sign-out]");
        page.page.waitForSelector("input[name=username]");
        assertThat(page.complaints).allMatch(each -> each.contains("401") || each.contains("503")
                || each.contains("403"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "nonce", "denied"})
    void whoeverDoesNotComeBackAsSentIsNotLetIn(String spoilt) {
        DashboardPage page = atTheDoor("/");
        provider.codes().spoil(spoilt);
        page.page.click("[data-tool=provider]");

        page.page.waitForSelector("text=The provider signed nobody in");
        assertThat(page.page.locator("nav.pages").count()).isZero();
        assertThat(page.page.url()).doesNotContain("state=");
        assertThat(provider.codes().asked).isEqualTo(spoilt.equals("nonce")
                ? List.of("authorization_code") : List.of());
    }

    @Test
    void thePolicyLetsThePageAskTheProviderAndNobodyElse() {
        String origin = provider.issuer().replace("/realm", "");
        String policy = server.send(HttpRequest.newBuilder(server.uri("/"))).headers()
                .firstValue("Content-Security-Policy").orElseThrow();
        assertThat(policy).contains("connect-src 'self' " + origin + ";", "form-action 'none'", "script-src 'self';");

        JsonNode settings = LiveServer.json(server.send(HttpRequest.newBuilder(server.uri("/web/settings.json"))))
                .get("provider");
        assertThat(settings.get("issuer").asText()).isEqualTo(provider.issuer());
        assertThat(settings.get("client_id").asText()).isEqualTo("dashboard");
        assertThat(settings.get("scopes").asText()).isEqualTo("openid profile email");
    }
}
