package io.tidemark.server.live;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that read the dashboard in the machine's own Chromium; skipped where there is none. The coast is their other
 * server.
 */
@ExtendWith({CoastServer.class, DashboardBrowser.Shared.class})
@SuppressWarnings("NullAway.Init") // set before each test
abstract class InChromium {

    /** The browser, and the server over the generated lake. */
    DashboardBrowser browser;

    @BeforeAll
    static void look() {
        assumeTrue(Chromium.here().isPresent(), "no Chromium on this machine (Debian: chromium or "
                + "chromium-headless-shell)");
    }

    @BeforeEach
    void enter(DashboardBrowser shared) {
        browser = shared;
    }

    @AfterEach
    void leave() {
        browser.leave();
    }
}
