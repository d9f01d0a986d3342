package io.tidemark.server.docs;

import io.tidemark.server.dashboard.DashboardPages;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.route.contract.RouteContract;
import java.util.ArrayList;
import java.util.List;

/** The documentation as Markdown, for readers other than a browser. */
public final class DocsText {

    /**
     * A guide.
     *
     * @param language {@code en} or {@code nb}
     * @param file     its file's name, such as {@code answers.md}
     * @param title    its title
     * @param markdown its text
     */
    public record Guide(String language, String file, String title, String markdown) {}

    private DocsText() {}

    /** The guides in reading order: all in English, and those for analysts in Norwegian too. */
    public static List<Guide> guides() {
        List<Guide> guides = new ArrayList<>();
        Guides.GROUPS.values().forEach(names -> names.forEach(name -> guides.add(guide(DocsLanguage.ENGLISH, name))));
        Guides.inNorwegian().forEach(name -> guides.add(guide(DocsLanguage.NORWEGIAN, name)));
        return List.copyOf(guides);
    }

    private static Guide guide(DocsLanguage language, String name) {
        String text = DocsSite.guide(language == DocsLanguage.ENGLISH ? name : language.folder() + name);
        return new Guide(language.tag(), name, Markdown.title(text), text);
    }

    /** The page of a route: its parameters and fields, its SQL, and the formulas and views that it calls. */
    public static String route(RouteCatalog catalog, RouteContract route) {
        return RoutePage.of(catalog, route, new RoutePictures(DashboardPages.load(), false)).markdown();
    }
}
