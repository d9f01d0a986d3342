package io.tidemark.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guides as a code host shows them: tables are whole, and links and pictures lead to files. */
final class GuidesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)");
    /** Pages that a server makes itself. */
    private static final List<String> MADE = List.of("api.html", "figures.html", "../figures.html");
    /** A call that says how commands of a guide are tried, and their lines. */
    private static final Pattern PLANNED =
            Pattern.compile("^[^#\\n]*?\\b(?:printed|typed|served|elsewhere) ([a-z-]+) (?:.*\\\\\n)*.*<<'END'\n"
            + "((?:.*\n)*?)END$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    static List<Path> guides() {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"));
                Stream<Path> norwegian = Files.list(ROOT.resolve("docs/nb"))) {
            return Stream.concat(Stream.concat(docs, norwegian).filter(file -> file.toString().endsWith(".md")),
                    Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "sql/README.md").map(ROOT::resolve))
                    .sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("guides")
    void everyRowOfATableHasTheColumnsOfItsHead(Path guide) throws IOException {
        List<String> broken = new ArrayList<>();
        int columns = 0;
        boolean code = false;
        for (String line : Files.readAllLines(guide)) {
            code ^= line.startsWith("```");
            boolean row = !code && line.startsWith("|");
            if (row) {
                int here = columns(line);
                columns = columns == 0 ? here : columns;
                if (here != columns || !line.strip().endsWith("|")) {
                    broken.add(line);
                }
            } else if (columns > 0 && !line.isBlank() && !line.startsWith("<!--")) {
                broken.add("text that continues a row: " + line);
            }
            columns = row ? columns : 0;
        }
        assertThat(broken).isEmpty();
    }

    private static int columns(String line) {
        return (int) CODE.matcher(line).replaceAll("").replace("\\|", "").chars().filter(c -> c == '|').count();
    }

    @ParameterizedTest
    @MethodSource("guides")
    void linksAndPicturesLeadToFiles(Path guide) throws IOException {
        List<String> missing = new ArrayList<>();
        Matcher link = LINK.matcher(Files.readString(guide));
        while (link.find()) {
            String target = link.group(1);
            if (!target.contains(":") && !target.startsWith("/") && !MADE.contains(target)
                    && !Files.exists(guide.resolveSibling(target))) {
                missing.add(target);
            }
        }
        assertThat(missing).isEmpty();
    }

    // bin/try-package runs them as they are printed; a line that it is not told of would never be tried
    @ParameterizedTest
    @ValueSource(strings = {"getting-started", "install", "access", "operations"})
    void everyPrintedCommandIsTriedOrHasAReasonWhyNot(String guide) throws IOException {
        List<String> printed = new ArrayList<>();
        boolean command = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs").resolve(guide + ".md"))) {
            if (line.startsWith("```")) {
                command = line.equals("```console");
            } else if (command) {
                printed.add(line);
            }
        }
        assertThat(printed).isNotEmpty();
        assertThat(planned(guide)).containsExactlyInAnyOrderElementsOf(printed);
    }

    private static List<String> planned(String guide) throws IOException {
        List<String> planned = new ArrayList<>();
        try (Stream<Path> parts = Files.list(ROOT.resolve("bin/printed"))) {
            for (Path part : parts.filter(file -> file.getFileName().toString().matches("\\d-.*")).toList()) {
                Matcher call = PLANNED.matcher(Files.readString(part));
                while (call.find()) {
                    if (call.group(1).equals(guide)) {
                        planned.addAll(call.group(2).lines().toList());
                    }
                }
            }
        }
        return planned;
    }
}
