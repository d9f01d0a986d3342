package io.tidemark.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each script under {@code bin} but the program itself tells with {@code --help} what stands at its head, and does
 * nothing else.
 */
class ScriptHelpTest {

    private static final Path FOLDER = Path.of("../bin");

    static Stream<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("tidemark")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void itTellsWhatItDoes(String script) throws Exception {
        // without it the line below would run the script
        assertThat(Files.readAllLines(FOLDER.resolve(script)).stream().filter(line -> line.startsWith(". "))
                .findFirst())
                .contains(". \"$root/bin/help\"");

        for (String arguments : List.of("--help", "serve --help")) {
            List<String> command = new ArrayList<>(List.of(FOLDER.resolve(script).toString()));
            command.addAll(List.of(arguments.split(" ")));
            Process help = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(help.waitFor()).isZero();
            assertThat(said).startsWith(Files.readAllLines(FOLDER.resolve(script)).get(1).substring("# ".length()));
        }
    }
}
