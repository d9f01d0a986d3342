package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.ClientCredentials;
import io.tidemark.server.identity.account.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the guide do what they say, as they stand there; those whose tool is not on this machine are skipped. */
@ExtendWith(CoastServer.class)
final class ExamplesTest {

    private static final Path GUIDE = Path.of("../docs/examples.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|python|js|r)\\n(.*?)^```");
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    private static List<String> blocks(String language) throws IOException {
        return BLOCK.matcher(Files.readString(GUIDE)).results().filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2)).toList();
    }

    @Test
    void theGuideHasThem() throws IOException {
        assertThat(blocks("sh")).hasSize(1);
        assertThat(blocks("python")).hasSize(2);
        assertThat(blocks("js")).hasSize(1);
        assertThat(blocks("r")).hasSize(1);
    }

    /** The check says whether the machine has what the example needs; the rows are asked for by the test itself. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            sh     | 0 | curl --version && python3 --version          | bash    | example.sh  |
            python | 0 | python3 -c 'import requests'                 | python3 | example.py  | /v3/mortality/areas/week?from_date=2026-01
            python | 1 | python3 -c 'import requests,pandas,pyarrow'  | python3 | example.py  |
            js     | 0 | node -e 'fetch'                              | node    | example.mjs | /v3/mortality/areas/month
            r      | 0 | Rscript -e 'library(httr)'                   | Rscript | example.R   |
            """)
    void runsAsItStands(String language, int number, String check, String tool, String file, String counted, LiveServer coast)
            throws IOException, InterruptedException {
        assumeTrue(run(coast, List.of("bash", "-c", check)).status() == 0, "this machine has not: " + check);
        Files.writeString(folder.resolve(file), blocks(language).get(number));

        Ended ended = run(coast, List.of(tool, file));

        assertThat(ended.status()).as(ended.output()).isZero();
        if (counted != null) {
            assertThat(ended.output().strip()).isEqualTo(Integer.toString(coast.data(counted, "analyst").size()));
        }
        if (language.equals("sh")) {
            assertThat(Files.readAllLines(folder.resolve("weeks.csv")).getFirst()).startsWith("loss_rate_week,");
        }
    }

    private record Ended(int status, String output) {}

    private Ended run(LiveServer coast, List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        ClientCredentials client = coast.identity().accounts().addClient("examples", Access.of(Role.ANALYST, null, null));
        builder.environment().putAll(Map.of("SERVER", coast.uri("").toString(), "TOKEN", coast.token("analyst"), "CLIENT_ID", client.client().id(),
                "CLIENT_SECRET", client.clientSecret(), "NO_PROXY", "127.0.0.1", "no_proxy", "127.0.0.1"));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " takes too long");
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }
}
