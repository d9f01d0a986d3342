package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lines of the programs have at most 120 characters, those of the SQL 150. Longer may be what a template repeats line
 * by line.
 */
final class LineLengthTest {

    private static final int MAX_JAVA = 120;
    private static final int MAX_SQL = 150;
    private static final Pattern REPEATED = Pattern.compile("\\{[a-z_]+}");
    /** Lines of code of the programs, which bench is not part of: who adds takes out (CONTRIBUTING). */
    private static final int MAX_LINES = 48_150;
    private static final Pattern NO_CODE = Pattern.compile("\\s*(?://|\\*|/\\*).*|\\s*|(?:import|package) .*");
    private static final List<String> FOLDERS = List.of("data/src/main/java", "ingest/src/main/java",
            "ingest/generate/src/main/java", "server/src/main/java", "server/bench/src/main/java", "bin", "sql");

    @Test
    void noLineIsTooLong() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> all = Files.walk(Path.of("..", folder))) {
                all.filter(path -> path.toString().endsWith(".java") || path.toString().endsWith(".sql"))
                        .forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThan(900)
                .allSatisfy(file -> assertThat(tooLong(file)).as("%s", file).isEmpty());
    }

    @Test
    void whoAddsTakesOut() throws IOException {
        long lines = 0;
        for (String folder : FOLDERS.subList(0, 4)) {
            try (Stream<Path> all = Files.walk(Path.of("..", folder))) {
                for (Path file : all.filter(path -> path.toString().endsWith(".java")).toList()) {
                    lines += Files.readAllLines(file).stream().filter(line -> !NO_CODE.matcher(line).matches()).count();
                }
            }
        }
        assertThat(lines).as("lines of code, without blank lines, comments and imports").isLessThanOrEqualTo(MAX_LINES);
    }

    // a field of a header, which has a type, is repeated whole and may take several lines
    private static List<String> tooLong(Path file) throws IOException {
        boolean isSql = file.toString().endsWith(".sql");
        return Files.readAllLines(file).stream().filter(line -> line.length() > (isSql ? MAX_SQL : MAX_JAVA))
                .filter(line -> !isSql || line.contains("type:") || !REPEATED.matcher(line).find()).toList();
    }
}
