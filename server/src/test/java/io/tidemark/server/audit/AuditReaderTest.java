package io.tidemark.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log is read from its end, over all of its files, and never more of it than is allowed. */
final class AuditReaderTest {

    @TempDir
    Path folder;

    private Path log(int number, int first, int last) throws IOException {
        String lines = IntStream.rangeClosed(first, last)
                .mapToObj(n -> "{\"n\":" + n + ",\"name\":\"Å" + "x".repeat(90) + "\"}\n")
                .collect(Collectors.joining());
        return Files.writeString(folder.resolve(number == 0 ? "audit.log" : "audit.log." + number), lines);
    }

    private List<Integer> numbers(AuditReader reader, Predicate<JsonNode> wanted, int most) throws IOException {
        return reader.newest(wanted, most).stream().map(line -> line.get("n").asInt()).toList();
    }

    @Test
    void theNewestLineComesFirstThroughAllFiles() throws IOException {
        Path log = log(0, 4001, 6000);
        log(1, 2001, 4000);
        log(3, 1, 2000);
        AuditReader reader = new AuditReader(log, 3);

        assertThat(numbers(reader, _ -> true, 3)).containsExactly(6000, 5999, 5998);
        // lines that a block's end cuts in two are whole, and so are their letters of two bytes
        assertThat(numbers(reader, _ -> true, 10_000))
                .isEqualTo(IntStream.rangeClosed(1, 6000).mapToObj(n -> 6001 - n).toList());
        assertThat(reader.newest(line -> line.get("n").asInt() == 1, 1).getFirst().get("name").asText())
                .startsWith("Åx");
        assertThat(numbers(new AuditReader(log, 1), _ -> true, 10_000)).hasSize(4000);
    }

    @Test
    void noMoreIsReadThanIsAllowedInAllFilesTogether() throws IOException {
        Path log = log(0, 501, 1000);
        log(1, 1, 500);
        long lineBytes = Files.size(log) / 500;

        assertThat(numbers(new AuditReader(log, 1, 100 * lineBytes), _ -> true, 10_000)).hasSizeBetween(90, 101);
        assertThat(numbers(new AuditReader(log, 1, 600 * lineBytes), _ -> true, 10_000)).hasSizeBetween(590, 601)
                .contains(500).doesNotContain(1);
    }

    @Test
    void whatIsNotOursIsSkipped() throws IOException {
        Path log = Files.writeString(folder.resolve("audit.log"), "\n{\"n\":1}\nnot ours\n{\"n\":\n[2]\n"
                + "y".repeat(3 << 20) + "\n{\"n\":3}");

        assertThat(numbers(new AuditReader(log, 5), _ -> true, 10)).containsExactly(3, 1);
        assertThat(new AuditReader(folder.resolve("none.log"), 5).newest(_ -> true, 10)).isEmpty();
    }
}
