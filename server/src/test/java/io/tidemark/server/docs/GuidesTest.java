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

/** The guides as a code host shows them: tables are whole, and links and pictures lead to files. */
final class GuidesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)");
    /** Pages that a server makes itself. */
    private static final List<String> MADE = List.of("api.html");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    static List<Path> guides() {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs")); Stream<Path> norwegian = Files.list(ROOT.resolve("docs/nb"))) {
            return Stream.concat(Stream.concat(docs, norwegian).filter(file -> file.toString().endsWith(".md")),
                    Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "sql/README.md").map(ROOT::resolve)).sorted().toList();
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
            if (!target.contains(":") && !target.startsWith("/") && !MADE.contains(target) && !Files.exists(guide.resolveSibling(target))) {
                missing.add(target);
            }
        }
        assertThat(missing).isEmpty();
    }
}
