package io.tidemark.server.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An answer whose file cannot be written to its end, in a process whose files may have two megabytes: as on a full
 * disk, every write past it fails.
 */
class AnswerFileTest {

    @TempDir
    Path folder;

    /** Writes an answer into a folder until that fails, and deletes it. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] arguments) {
            AnswerFile answer = new AnswerFile(Path.of(arguments[0]));
            try {
                while (true) {
                    answer.write(new byte[10_000]);
                }
            } catch (IOException e) {
                System.out.println("not written: " + e.getMessage());
            }
            System.out.println("its file is there: " + (answer.file() != null && answer.file().toFile().exists()));
            try {
                answer.delete();
            } catch (IOException e) {
                System.out.println("not closed: " + e.getMessage());
            }
        }
    }

    @Test
    void whereTheDiskIsFullItLeavesNoFile() throws Exception {
        List<String> limited = new ArrayList<>(List.of("bash", "-c", "ulimit -f 2048 && exec \"$@\"", "bash"));
        limited.addAll(JavaProcess.of(Writer.class, folder.toString()).command());

        Process writer = new ProcessBuilder(limited).redirectErrorStream(true).start();

        assertThat(new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly("not written: File too large", "its file is there: true",
                "not closed: File too large");
        assertThat(writer.waitFor()).isZero();
        assertThat(folder).isEmptyDirectory();
    }
}
