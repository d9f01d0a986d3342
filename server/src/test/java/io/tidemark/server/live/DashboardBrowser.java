package io.tidemark.server.live;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ReducedMotion;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import io.tidemark.server.http.limit.OneServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The machine's own Chromium, and a server over a generated lake that has something for every page, started when it is
 * asked for. One for all classes.
 */
final class DashboardBrowser implements AutoCloseable {

    private static final LocalDate END = LocalDate.of(2026, 3, 29);

    /** Starts it for whoever asks. */
    static final class Shared extends OneServer<DashboardBrowser> {

        Shared() {
            super(DashboardBrowser.class);
        }

        @Override
        protected DashboardBrowser start(Path folder) {
            return new DashboardBrowser(folder);
        }
    }

    /** The server over the generated lake, a premium company's caller and the id of a company that is not premium. */
    private record Generated(LiveServer server, String farmer, String standard) {

        static Generated in(Path folder) {
            try {
                Path delivery = folder.resolve("delivery");
                new DeliveryGenerator(new GeneratorOptions(24, 1, 2, 7, END, null)).write(delivery, line -> { });
                LiveServer server = LiveServer.start(folder, END.plusDays(1)).ingest(delivery, LiveServer.RULE_OFF);
                return new Generated(server, "farmer:" + company(delivery, "premium"), company(delivery, "standard"));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final Path folder;
    private @Nullable Generated generated;
    private final Playwright playwright;
    private final Browser browser;
    private final Map<List<String>, BrowserContext> readers = new HashMap<>();
    private final List<BrowserContext> alone = new ArrayList<>();
    private final List<DashboardPage> open = new ArrayList<>();

    private DashboardBrowser(Path folder) {
        this.folder = folder;
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = Chromium.here().orElseThrow().launch(playwright);
    }

    /** A company of a tier, with deliveries. */
    private static String company(Path delivery, String tier) throws IOException {
        return Pattern.compile("(?m)^(F\\d+),.*," + tier + ",")
                .matcher(Files.readString(delivery.resolve("reference/farmers.csv"))).results()
                .map(each -> each.group(1)).filter(id ->
                Files.exists(delivery.resolve("farmers/" + id + "/treatments.csv"))).findFirst().orElseThrow();
    }

    // it takes seconds, and not every class asks it
    private Generated made() {
        if (generated == null) {
            generated = Generated.in(folder);
        }
        return generated;
    }

    /** The server over the generated lake, whose data end on 2026-03-29. */
    LiveServer generated() {
        return made().server;
    }

    /** A caller of a company that is premium, and has own figures everywhere. */
    String farmer() {
        return made().farmer;
    }

    /** The id of a company that is not premium. */
    String standard() {
        return made().standard;
    }

    /** A reader's browser, in English. */
    DashboardPage browse(LiveServer server) {
        return browse(server, "en-GB");
    }

    /** A reader's browser. */
    DashboardPage browse(LiveServer server, String locale) {
        return browse(server, locale, "Europe/Oslo");
    }

    /**
     * A reader's browser in a time zone. It has the scripts of earlier readers of its kind, and nothing else of theirs.
     */
    DashboardPage browse(LiveServer server, String locale, String zone) {
        return opened(readers.computeIfAbsent(List.of(locale, zone), kind -> reader(locale, zone)), server);
    }

    /** A reader's browser whose clock stands. */
    DashboardPage browseAt(String now, LiveServer server) {
        BrowserContext reader = reader("en-GB", "Europe/Oslo");
        alone.add(reader);
        reader.clock().setFixedTime(now);
        return opened(reader, server);
    }

    private BrowserContext reader(String locale, String zone) {
        return browser.newContext(new Browser.NewContextOptions().setLocale(locale).setViewportSize(1280, 900)
                .setReducedMotion(ReducedMotion.REDUCE).setTimezoneId(zone));
    }

    private DashboardPage opened(BrowserContext reader, LiveServer server) {
        DashboardPage page = new DashboardPage(reader.newPage(), server);
        open.add(page);
        return page;
    }

    /** Closes what readers have left open, and forgets what they chose. */
    void leave() {
        open.forEach(DashboardPage::close);
        open.clear();
        alone.forEach(BrowserContext::close);
        alone.clear();
        readers.values().forEach(BrowserContext::clearCookies);
    }

    @Override
    public void close() {
        playwright.close();
        if (generated != null) {
            generated.server.close();
        }
    }
}
