package io.tidemark.server.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Runs programs in a folder, with keys and settings of that folder alone.
 *
 * @param folder where they run
 */
record Script(Path folder) {

    /** Skips the test where a program is not on this machine, and says which. */
    void needs(String... programs) {
        for (String program : programs) {
            Assumptions.assumeTrue(Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(at -> Files.isExecutable(Path.of(at, program))), "no " + program + " on this machine");
        }
    }

    /** One list of the words. */
    @SafeVarargs
    static List<String> words(String program, List<String>... more) {
        List<String> words = new ArrayList<>(List.of(program));
        for (List<String> some : more) {
            words.addAll(some);
        }
        return words;
    }

    /** Runs a program that must succeed; what it prints. */
    String run(String... words) throws IOException, InterruptedException {
        return run(List.of(words));
    }

    /** Runs a program that must succeed; what it prints. */
    String run(List<String> words) throws IOException, InterruptedException {
        Ended ended = end(folder, words);
        assertThat(ended.code()).as("%s: %s", words, ended.said()).isZero();
        return ended.said();
    }

    /** What a program that fails says, or nothing where it succeeds. */
    String complaint(Path where, List<String> words) throws IOException, InterruptedException {
        Ended ended = end(where, words);
        return ended.code() == 0 ? "" : "code " + ended.code() + ": " + ended.said();
    }

    private record Ended(int code, String said) {}

    private Ended end(Path where, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(where.toFile()).redirectErrorStream(true);
        builder.environment().put("SOURCE_DATE_EPOCH", "1772330400");
        builder.environment().put("LC_ALL", "C.UTF-8");
        Path keys = folder.resolve("gnupg");
        if (Files.notExists(keys)) {
            Files.createDirectory(keys,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        builder.environment().put("GNUPGHOME", keys.toString());
        builder.environment().put("APT_CONFIG", folder.resolve("apt.conf").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), said);
    }
}
