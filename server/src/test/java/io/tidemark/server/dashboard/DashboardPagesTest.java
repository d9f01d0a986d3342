package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which pages ask which routes, as the scripts have it. What a browser really asks is held against it where the pages
 * are opened.
 */
final class DashboardPagesTest {

    private static final DashboardPages PAGES = DashboardPages.load();
    private static final Path SCRIPTS = Path.of("src/main/resources/web/js");
    private static final Pattern NAMED = Pattern.compile("['`](/v\\d/[a-z0-9/_-]+)['`]");

    private static List<String> asking(String route) {
        return PAGES.asking(route).stream().map(DashboardPages.Page::title).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v3/mortality/areas/week                  | Overview, Mortality
            /v3/mortality/areas/month                 | Overview, Mortality, Sites
            /v3/comparison/expected-loss              | Overview, Compare, Sites, Month
            /v3/comparison/cycles                     | Compare, Sites
            /v3/comparison/public-quartiles           | Compare, Sites, Month
            /v3/common/site/{site_id}                 | Sites
            /v3/environment/lice-by-area-and-week     | Treatments
            /v3/environment/own-lice                  | Sites
            /v2/mortality/categories/codelist         | Causes
            /v3/watch/units                           | Overview, Sites
            /v3/watch/unit-days                       | Sites
            /v3/mortality/categories/rank             | ''
            /v3/common/platform-areas                 | ''
            """)
    void aRouteIsAskedBy(String route, String pages) {
        assertThat(String.join(", ", asking(route))).isEqualTo(pages);
    }

    @Test
    void namesAndFiltersAreOfEveryPage() {
        assertThat(PAGES.isShared("/v3/common/platform-areas")).isTrue();
        assertThat(PAGES.isShared("/v3/mortality/areas/week")).isFalse();
        assertThat(PAGES.any().path()).isEqualTo("/explore");
    }

    /**
     * No script asks a route of the catalog that no page is said to ask, and none is said to be asked that no script
     * names.
     */
    @Test
    void eachRouteThatAScriptNamesHasItsPage() throws IOException {
        Set<String> named = new TreeSet<>();
        try (Stream<Path> scripts = Files.walk(SCRIPTS)) {
            for (Path script : scripts.filter(file -> file.toString().endsWith(".js") && !file.endsWith("explore.js"))
                    .toList()) {
                // the lines that are no comments
                Files.readAllLines(script).stream().filter(line -> !line.strip().startsWith("*")
                        && !line.strip().startsWith("/*") && !line.contains("UNDOCUMENTED"))
                        .flatMap(line -> NAMED.matcher(line).results()).forEach(found -> named.add(found.group(1)));
            }
        }
        Set<String> said = RouteCatalog.load(null).routes().stream().map(RouteContract::path)
                .filter(route -> !route.contains("{") && (!asking(route).isEmpty() || PAGES.isShared(route)))
                .collect(Collectors.toCollection(TreeSet::new));

        named.retainAll(RouteCatalog.load(null).routes().stream().map(RouteContract::path).toList());
        assertThat(said).hasSizeGreaterThan(25).isEqualTo(named);
    }

    @Test
    void aRouteInACommentIsNotAsked() {
        Map<String, byte[]> files = new HashMap<>();
        files.put("i18n/en.json", bytes("{\"page.one\": \"One\", \"page.explore\": \"Explore\"}"));
        files.put("js/shell/pages.js", bytes("  {name: 'one', path: '/one', permission: 'common:read', guide: "
                + "'/docs/dashboard.html#one'},\n"
                + "  {name: 'explore', path: '/explore', permission: '', guide: '/docs/examples.html'},\n"));
        files.put("js/session/reference.js", bytes("rows('/v3/shared')"));
        files.put("js/pages/explore.js", bytes(""));
        files.put("js/pages/one.js", bytes("import {part} from './parts/part.js';\nimport {rows} from "
                + "'../session/api.js';\n"
                + "/** @param {Answer<'/v3/comment'>} set */\n  // rows('/v3/line')\nrows('/v3/asked');"));
        files.put("js/session/api.js", bytes("const other = '/v3/elsewhere';"));
        files.put("js/pages/parts/part.js", bytes("rows(`/v3/site/${encodeURIComponent(id)}`); rows(ours ? '/v3/own' "
                + ": '/v3/all', {})"));

        DashboardPages pages = DashboardPages.of(files);

        assertThat(pages.asking("/v3/asked")).containsExactly(new DashboardPages.Page("One", "/one",
                "dashboard.html#one", Set.of("/v3/asked", "/v3/site/{}", "/v3/own", "/v3/all")));
        assertThat(pages.asking("/v3/site/{site_id}")).hasSize(1);
        assertThat(List.of("/v3/comment", "/v3/line", "/v3/elsewhere", "/v3/shared"))
                .allSatisfy(route -> assertThat(pages.asking(route)).isEmpty());
        assertThat(pages.isShared("/v3/shared")).isTrue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
