package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.http.BasePath;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.setup.ConfigText;
import io.tidemark.server.setup.MemoryBudget;
import io.tidemark.server.tls.TlsFiles;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The first run: what it writes is a configuration that a server takes, with the first administrator. */
class InitCommandTest {

    @TempDir
    Path folder;

    private ServerConfig written() {
        return ConfigReader.read(folder.resolve("tidemark.yaml"), Map.of(), Map.of());
    }

    @Test
    void aTrialOverTlsIsReadyToServe() throws Exception {
        CommandRun init = SetUp.run(folder, "init --yes --config DIR/tidemark.yaml --folder DIR/data --host 0.0.0.0 "
                + "--port 18443 --self-signed"
                + " tidemark.example.org --metrics-port 9464 --engine-memory-mb 1024 --admin kari --password-stdin "
                + "--systemd DIR/units");

        assertThat(init.code()).as(init.err()).isZero();
        ServerConfig config = written();
        assertThat(config.http()).isEqualTo(new ServerConfig.Http("0.0.0.0", 18443, false, BasePath.NONE));
        assertThat(config.lake()).isEqualTo(folder.resolve("data/lake"));
        assertThat(config.engine().memory().megabytes()).isEqualTo(1024);
        assertThat(config.metrics().port()).isEqualTo(9464);
        TlsFiles tls = TlsFiles.read(Objects.requireNonNull(config.guard().tls()));
        X509Certificate certificate = Objects.requireNonNull(tls.certificate());
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=tidemark.example.org");
        assertThat(certificate.getSubjectAlternativeNames())
                .anySatisfy(name -> assertThat(name.get(1)).isEqualTo("tidemark.example.org"));
        assertThat(certificate.getNotAfter().toInstant())
                .isBetween(Instant.now().plus(Duration.ofDays(89)), Instant.now().plus(Duration.ofDays(91)));
        assertThat(mode("trial-key.pem")).isEqualTo("rw-------");
        assertThat(mode("tidemark.yaml")).isEqualTo("rw-r-----");
        assertThat(new Accounts(StateStore.openExisting(config.state(), Clock.systemUTC())).findUser("kari")
                .orElseThrow().access().role().wireName())
                .isEqualTo("admin");
        // 1024 + a quarter of it + 1024
        assertThat(Files.readString(folder.resolve("units/memory.conf"))).contains("[Service]\nMemoryMax=2304M\n");
        assertThat(init.err()).doesNotContain(SetUp.PASSWORD).contains("; tidemark ingest DELIVERY --config ",
                "; tidemark serve --config ", " answers at https://0.0.0.0:18443");
    }

    /** What root sets up for another user, that user runs: root is refused. */
    @Test
    void theNextStepsAreTheServersUsers() throws Exception {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "only root may give a folder away");
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setOwner(data, data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        CommandRun init = SetUp.run(folder, "init --yes --config DIR/tidemark.yaml --folder DIR/data");
        assertThat(init.err()).contains("; sudo -u nobody tidemark user add NAME --role admin ",
                "; sudo -u nobody tidemark ingest DELIVERY ", "; sudo -u nobody tidemark serve ");
    }

    private String mode(String file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    }

    @Test
    void whatIsThereIsKept() throws Exception {
        Path file = folder.resolve("tidemark.yaml");
        Files.writeString(file, "server: {port: 9000}\n");

        CommandRun refused = SetUp.run(folder, "init --yes --config DIR/tidemark.yaml --folder DIR/data");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("there is a configuration in " + file, "--force");
        assertThat(Files.readString(file)).isEqualTo("server: {port: 9000}\n");

        assertThat(SetUp.run(folder, "init --yes --config DIR/tidemark.yaml --folder DIR/data --force").code())
                .isZero();
        assertThat(Files.readString(folder.resolve("tidemark.yaml.old"))).isEqualTo("server: {port: 9000}\n");
        assertThat(written().http().port()).isEqualTo(8080);
    }

    @Test
    void thePackagesOwnConfigurationIsReplacedWithoutAWord() throws Exception {
        Files.writeString(folder.resolve("tidemark.yaml"), ConfigText.packaged().yaml());
        assertThat(SetUp.run(folder, "init --yes --config DIR/tidemark.yaml --folder DIR/data --port 9001").code())
                .isZero();
        assertThat(written().http().port()).isEqualTo(9001);
    }

    @Test
    void thePackagesConfigurationIsTaken() throws Exception {
        Files.writeString(folder.resolve("tidemark.yaml"), ConfigText.packaged().yaml());
        ServerConfig config = written();
        assertThat(config.state()).isEqualTo(Path.of("/var/lib/tidemark/state"));
        assertThat(config.guard().audit().file()).isEqualTo(Path.of("/var/log/tidemark/audit.log"));
        assertThat(config.guard().audit().megabytes()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            --host 0.0.0.0                              | 0.0.0.0 is reachable from other machines
            --certificate DIR/cert.pem                  | --certificate and --key must be given together
            --self-signed a_b                           | a_b is no host name
            --host 0.0.0.0 --behind-proxy --port x      | Invalid value for option '--port'
            """)
    void wrongUsageWritesNothing(String options, String message) {
        CommandRun init = SetUp.run(folder, "init --yes --config DIR/tidemark.yaml --folder DIR/data " + options);
        assertThat(init.code()).isEqualTo(2);
        assertThat(init.err()).contains(message);
        assertThat(folder.resolve("tidemark.yaml")).doesNotExist();
    }

    @Test
    void itAsksForWhatNoOptionSays() {
        InitCommand init = new InitCommand(InputStream.nullInputStream());
        CommandLine line = new CommandLine(init).setErr(new PrintWriter(new StringWriter()));
        line.parseArgs("--port", "9002");
        StringWriter asked = new StringWriter();
        init.ask(new Prompt(new BufferedReader(new StringReader(folder
                + "/data\nnot an address\n0.0.0.0\nmaybe\nproxy\n\n")),
                new PrintWriter(asked)), folder.resolve("tidemark.yaml"));

        assertThat(init.folder).isEqualTo(folder.resolve("data"));
        assertThat(init.host).isEqualTo("0.0.0.0");
        assertThat(init.behindProxy).isTrue();
        assertThat(init.admin).isEqualTo("admin");
        assertThat(asked.toString()).contains("not an address cannot be", "maybe cannot be").doesNotContain("Port");
    }

    @ParameterizedTest(name = "{0} MB of memory: an engine of {1} MB")
    @CsvSource({"1000, 512", "2048, 768", "4096, 2304", "6144, 4096", "24000, 4096"})
    void theEngineFitsTheMachine(long available, int engine) {
        assertThat(MemoryBudget.engine(available)).isEqualTo(engine);
    }
}
