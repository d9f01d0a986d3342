package io.tidemark.server.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The guides that ship with the program: Markdown files, by group in reading order. Those for analysts are there in
 * Norwegian too.
 */
final class Guides {

    /** The files by group, as paths below {@code docs}; the one about the SQL lies beside it. */
    static final Map<String, List<String>> GROUPS = groups();

    /** The groups whose files are there in Norwegian too, in the folder {@code nb}. */
    private static final Set<String> IN_NORWEGIAN = Set.of("Start", "Using the API");
    private static final String SQL = "sql/README.md";

    private Guides() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Start", List.of("getting-started.md", "dashboard.md", "empty.md", "examples.md", "glossary.md",
                "side-by-side.md", "coast.md"));
        groups.put("Using the API", List.of("answers.md", "comparison.md", "access.md", "confidentiality.md",
                "assistants.md"));
        groups.put("Running it", List.of("install.md", "deliveries.md", "failures.md", "operations.md", "runbook.md",
                "administration.md", "proxies.md", "oidc.md", "security.md", "trino.md"));
        groups.put("Working on it", List.of("architecture.md", SQL));
        return groups;
    }

    /** The files that are there in Norwegian too. */
    static List<String> inNorwegian() {
        return GROUPS.entrySet().stream().filter(group -> IN_NORWEGIAN.contains(group.getKey()))
                .flatMap(group -> group.getValue().stream()).toList();
    }

    /** Whether there is such a guide. */
    static boolean has(String file) {
        return GROUPS.values().stream().anyMatch(files -> files.contains(file));
    }

    /** The page of a guide in the site: {@code answers.html} for {@code answers.md}. */
    static String page(String file) {
        return file.equals(SQL) ? "sql.html" : file.replaceFirst("\\.md$", ".html");
    }

    /** Where a guide lies among the sources: {@code docs/answers.md} for {@code answers.md}. */
    static String source(String file) {
        return file.equals(SQL) ? file : "docs/" + file;
    }
}
