package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The folders of the dashboard's scripts know each other one way only. */
final class ScriptFoldersTest {

    private static final Path SCRIPTS = Path.of("src/main/resources/web/js");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import [^;]*'(\\.[^']+)';");

    private static Set<String> foldersKnownTo(String folder) throws IOException {
        Path here = SCRIPTS.resolve(folder);
        Set<String> known = new TreeSet<>();
        try (Stream<Path> scripts = Files.list(here)) {
            for (Path script : scripts.filter(Files::isRegularFile).toList()) {
                Matcher imports = IMPORT.matcher(Files.readString(script));
                while (imports.find()) {
                    Path target = here.resolve(imports.group(1)).normalize();
                    assertThat(target).isRegularFile();
                    known.add(SCRIPTS.relativize(target.getParent()).toString());
                }
            }
        }
        known.remove(folder);
        return known;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            base        | ''
            session     | base
            filter      | base session
            figure      | base session filter
            shell       | base session filter
            pages/parts | base session filter figure shell
            pages       | base session filter figure shell pages/parts
            """)
    void aFolderKnowsOnlyThoseBelowIt(String folder, String below) throws IOException {
        assertThat(foldersKnownTo(folder)).isSubsetOf(Set.of(below.split(" ")));
    }

    @Test
    void thereIsNoOtherFolder() throws IOException {
        try (Stream<Path> all = Files.walk(SCRIPTS)) {
            List<String> folders = all.filter(Files::isDirectory).map(each -> SCRIPTS.relativize(each).toString())
                    .filter(each -> !each.isEmpty()).toList();
            assertThat(folders).containsExactlyInAnyOrder("base", "session", "filter", "figure", "shell", "pages",
                    "pages/parts");
        }
    }
}
