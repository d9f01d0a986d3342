package io.tidemark.ingest.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.lab.LabCase.Reject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of faults has the failure lab's table: the fault, its message, the exit code. */
class FailuresPageTest {

    private static final String BEGIN = "| what is wrong | what is said | exit code |\n|---|---|---|\n";

    @Test
    void thePageSaysWhatTheLabShows() throws IOException {
        Path file = Path.of("../docs/failures.md");
        String page = Files.readString(file);
        String expected = BEGIN + LabCase.all().stream().map(FailuresPageTest::row).collect(Collectors.joining());
        assertThat(page).contains(BEGIN);
        String table = page.substring(page.indexOf(BEGIN)).split("\n\n", 2)[0] + "\n";
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, page.replace(table, expected));
        } else {
            assertThat(table).isEqualTo(expected);
        }
    }

    private static String row(LabCase lab) {
        List<String> said = lab.expected().rejects().entrySet().stream().flatMap(file ->
                file.getValue().stream().map(reject -> said(file, reject))).distinct().toList();
        if (said.isEmpty()) {
            said = lab.expected().failures().entrySet().stream()
                    .map(f -> code(f.getKey() + ": " + f.getValue())).toList();
        }
        if (said.isEmpty()) {
            said = lab.expected().remarks().isEmpty() ? List.of(switch (lab.expected().outcome()) {
                case NOTHING_NEW -> "nothing new";
                case PUBLISHED -> "published";
                case DRY_RUN -> "dry run";
                case REJECTED -> "rejected";
            }) : lab.expected().remarks().stream().map(FailuresPageTest::code).toList();
        }
        return "| " + lab.expected().fault() + " | " + said.getFirst() + " | " + lab.expected().exit() + " |\n";
    }

    private static String said(Map.Entry<String, List<Reject>> file, Reject reject) {
        String column = reject.column().isEmpty() ? "" : reject.column() + ", ";
        String value = reject.value().isEmpty() ? "" : reject.value() + ": ";
        return code(file.getKey().replaceFirst("\\.(ndjson|geojson|json|xlsx|parquet)\\.csv$", ".$1") + " line "
                + reject.line() + ", " + column + value + reject.reason());
    }

    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }
}
