package io.tidemark.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {

    @TempDir
    Path folder;

    @Test
    void defaults() {
        int cores = Runtime.getRuntime().availableProcessors();

        assertThat(ConfigReader.read(null, Map.of(), Map.of())).isEqualTo(new ServerConfig(
                new ServerConfig.Http("127.0.0.1", 8080, false), Path.of("lake"), Path.of("state"), null, null,
                new ServerConfig.Privacy(3),
                new ServerConfig.Query(Math.max(2, cores), 64, Duration.ofSeconds(30), cores, 2048),
                new ServerConfig.Identity("tidemark", "tidemark")));
    }

    @Test
    void everySettingOfTheFile() throws IOException {
        assertThat(ConfigReader.read(everything(), Map.of(), Map.of())).isEqualTo(new ServerConfig(
                new ServerConfig.Http("0.0.0.0", 9000, true), Path.of("/data/lake"), Path.of("/data/state"), Path.of("/data/sql"),
                LocalDate.of(2026, 3, 1), new ServerConfig.Privacy(5),
                new ServerConfig.Query(3, 7, Duration.ofSeconds(11), 4, 512),
                new ServerConfig.Identity("https://id.example.org", "benchmark")));
    }

    @Test
    void flagsGoBeforeTheEnvironmentAndThatBeforeTheFile() throws IOException {
        ServerConfig config = ConfigReader.read(everything(),
                Map.of("TIDEMARK_SERVER_PORT", "9001", "TIDEMARK_LAKE", "/env/lake"), Map.of("server.port", "9002"));

        assertThat(config.http().port()).isEqualTo(9002);
        assertThat(config.lake()).isEqualTo(Path.of("/env/lake"));
        assertThat(config.state()).isEqualTo(Path.of("/data/state"));
    }

    @Test
    void allMistakesAreSaidTogether() throws IOException {
        Path file = folder.resolve("bad.yaml");
        Files.writeString(file, """
                server: {port: 70000, behind-proxy: perhaps}
                privacy: {min-famers: 3}
                today: tomorrow
                """);

        assertThatThrownBy(() -> ConfigReader.read(file, Map.of("TIDEMARK_QUERY_QUEUE", "x"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("there is no setting privacy.min-famers")
                .hasMessageContaining("server.port must be a whole number from 0 to 65535, not 70000")
                .hasMessageContaining("server.behind-proxy must be true or false, not perhaps")
                .hasMessageContaining("query.queue must be a whole number from 1 to 100000, not x")
                .hasMessageContaining("today must be a day such as 2026-03-01, not tomorrow");
    }

    @Test
    void plainHttpStaysOnTheMachineUnlessAProxyIsThere() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("server.host", "0.0.0.0")))
                .hasMessageContaining("put a proxy with TLS in front");
        assertThat(ConfigReader.read(null, Map.of(), Map.of("server.host", "0.0.0.0", "server.behind-proxy", "true"))
                .http().host()).isEqualTo("0.0.0.0");
        assertThat(ConfigReader.read(null, Map.of(), Map.of("server.host", "::1")).http().host()).isEqualTo("::1");
    }

    @Test
    void whatIsNoYamlAndWhatIsNotThereAreMistakes() throws IOException {
        Path broken = folder.resolve("broken.yaml");
        Files.writeString(broken, "server: {port: 1");

        assertThatThrownBy(() -> ConfigReader.read(broken, Map.of(), Map.of())).hasMessageContaining("not readable as YAML");
        assertThatThrownBy(() -> ConfigReader.read(folder.resolve("none.yaml"), Map.of(), Map.of()))
                .hasMessageContaining("there is no readable file");
    }

    @Test
    void theDumpIsAFileThatGivesTheSameConfiguration() throws IOException {
        Path file = everything();
        Path dumped = folder.resolve("dumped.yaml");
        Files.writeString(dumped, ConfigReader.dump(file, Map.of(), Map.of()));

        assertThat(ConfigReader.read(dumped, Map.of(), Map.of())).isEqualTo(ConfigReader.read(file, Map.of(), Map.of()));
        assertThat(Files.readString(dumped)).contains("# farmer groups other than the caller's that a benchmark value must rest on"
                + " (TIDEMARK_PRIVACY_MIN_FARMERS)\n  min-farmers: 5\n");
    }

    private Path everything() throws IOException {
        Path file = folder.resolve("tidemark.yaml");
        Files.writeString(file, """
                server:
                  host: 0.0.0.0
                  port: 9000
                  behind-proxy: true
                lake: /data/lake
                state: /data/state
                sql: /data/sql
                today: 2026-03-01
                privacy:
                  min-farmers: 5
                query:
                  concurrent: 3
                  queue: 7
                  timeout-seconds: 11
                  engine-threads: 4
                  engine-memory-mb: 512
                identity:
                  issuer: https://id.example.org
                  audience: benchmark
                """);
        return file;
    }
}
