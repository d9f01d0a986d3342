package io.tidemark.server.docs;

import io.tidemark.server.dashboard.DashboardPages;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says of a route on which pages of the dashboard its figures are drawn.
 *
 * @param isServed whether a server has the dashboard beside the documentation; without one, links lead to the guide
 *                 alone
 */
record RoutePictures(DashboardPages dashboard, boolean isServed) {

    /**
     * A sentence in Markdown.
     *
     * @param up the relative path from the route's page to the documentation's folder
     */
    String of(String route, String up) {
        List<DashboardPages.Page> pages = dashboard.asking(route);
        String shown = pages.isEmpty() ? "" : "Shown on: " + pages.stream().map(page -> link(page, up, ""))
                .collect(Collectors.joining(", ")) + ". ";
        String shared = dashboard.isShared(route) ? "Every page of the dashboard asks it, for its filters and for "
                + "names. " : "";
        return shown + shared + (shown.isEmpty() && shared.isEmpty() ? "No page of the dashboard shows it. " : "")
                + link(dashboard.any(), up, "?route=" + URLEncoder.encode(route, StandardCharsets.UTF_8))
                + " asks it with values of your choice.";
    }

    private String link(DashboardPages.Page page, String up, String query) {
        String guide = page.guide().replace(".html", ".md");
        // the dashboard is beside the folder of the documentation
        return isServed ? "[" + page.title() + "](" + up + ".." + page.path() + query + ") ([guide](" + guide + "))"
                : "[" + page.title() + "](" + guide + ")";
    }
}
