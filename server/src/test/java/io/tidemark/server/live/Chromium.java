package io.tidemark.server.live;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's own Chromium, from Debian's packages: the one that has no windows if it is there, otherwise the full
 * one.
 */
enum Chromium {
    HEADLESS_SHELL("/usr/bin/chromium-headless-shell", List.of()),

    /**
     * It opens a window for each reader, whose address bar loads two pages of its own, and it starts a spare process
     * for the next page: together as much work as the dashboard. The first three names switch that off. Only the last
     * such option counts, so the others repeat Playwright 1.62's own, but for those of Edge and Windows.
     */
    FULL("/usr/bin/chromium",
            List.of("--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,"
            + "AvoidUnnecessaryBeforeUnloadCheckSync,BoundaryEventDispatchTracksNodeRemoval,DestroyProfileOnBrowserClose,"
            + "DialMediaRouteProvider,GlobalMediaControls,HttpsUpgrades,LensOverlay,MediaRouter,PaintHolding,"
            + "ThirdPartyStoragePartitioning,BlockOriginHeaderModificationOnRedirect,Translate,OptimizationHints"));

    private static final List<String> ALWAYS = List.of("--no-sandbox", "--disable-gpu", "--disable-quic");

    private final Path program;
    private final List<String> options;

    Chromium(String program, List<String> options) {
        this.program = Path.of(program);
        this.options = options;
    }

    /** The one that this machine has. */
    static Optional<Chromium> here() {
        return Stream.of(values()).filter(each -> Files.isExecutable(each.program)).findFirst();
    }

    /** Starts it. */
    Browser launch(Playwright playwright) {
        return playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(program)
                .setArgs(Stream.concat(ALWAYS.stream(), options.stream()).toList()));
    }
}
