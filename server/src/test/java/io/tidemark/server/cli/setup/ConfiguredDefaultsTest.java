package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.cli.console.FailureReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Where the environment names a configuration, commands find lake and state in it. */
class ConfiguredDefaultsTest {

    @TempDir
    Path folder;

    @Command(name = "list", mixinStandardHelpOptions = true)
    static final class OnState implements Callable<Integer> {
        @Option(names = "--state", defaultValue = "state")
        @Nullable Path state;

        @Override
        public Integer call() {
            return 0;
        }
    }

    @Command(name = "serve")
    static final class WithConfig implements Callable<Integer> {
        @Option(names = "--config")
        @Nullable Path config;

        @Option(names = "--state")
        @Nullable String state;

        @Override
        public Integer call() {
            return 0;
        }
    }

    @Command(name = "add")
    static final class OfAnAccount implements Callable<Integer> {
        @Option(names = "--farmer")
        @Nullable String farmer;

        @Option(names = "--lake", defaultValue = "lake")
        @Nullable Path lake;

        @Option(names = "--state", defaultValue = "state")
        @Nullable Path state;

        @Override
        public Integer call() {
            return 0;
        }
    }

    @BeforeEach
    void write() throws Exception {
        Files.writeString(folder.resolve("tidemark.yaml"), "state: /srv/state\naudit: {file: /srv/audit.log}\n");
        Files.writeString(folder.resolve("wrong.yaml"), "state: [\n");
        Files.createDirectory(folder.resolve("folder"));
    }

    private Map<String, String> environment(String name, @Nullable String state) {
        Map<String, String> environment = new HashMap<>(Map.of("TIDEMARK_CONFIG", folder.resolve(name).toString()));
        if (state != null) {
            environment.put("TIDEMARK_STATE", state);
        }
        return environment;
    }

    @ParameterizedTest(name = "{0}, TIDEMARK_STATE {1}, {2}: {3}")
    @CsvSource({
        "tidemark.yaml, , , /srv/state",
        "tidemark.yaml, /env, , /env",
        "tidemark.yaml, /env, /flag, /flag",
        "wrong.yaml, , , state",
        "folder, , , state",
        "none.yaml, , , state"})
    void aCommandFindsTheStateFolder(String file, @Nullable String variable, @Nullable String flag, String expected) {
        OnState command = new OnState();
        CommandLine line = new CommandLine(command)
                .setDefaultValueProvider(new ConfiguredDefaults(environment(file, variable)));
        assertThat(line.execute(flag == null ? new String[0] : new String[] {"--state", flag})).isZero();
        assertThat(command.state).isEqualTo(Path.of(expected));
    }

    @ParameterizedTest(name = "{0}, TIDEMARK_STATE {1}, {2}: {3}")
    @CsvSource({
        "tidemark.yaml, , , 0",
        "wrong.yaml, /env, , 0",
        "wrong.yaml, , --state=/flag, 0",
        "wrong.yaml, , --help, 0",
        "wrong.yaml, , , 2",
        "folder, , --help, 0",
        "folder, , , 2",
        "none.yaml, , , 2"})
    void aWrongConfigurationStopsACommandThatNeedsIt(String file, @Nullable String variable, @Nullable String flag,
    int code) {
        StringWriter err = new StringWriter();
        Map<String, String> environment = environment(file, variable);
        int ended = new CommandLine(new OnState()).setDefaultValueProvider(new ConfiguredDefaults(environment))
                .setExecutionStrategy(new FoldersCheck(environment)).setErr(new PrintWriter(err))
                .setOut(new PrintWriter(new StringWriter())).setExecutionExceptionHandler(new FailureReport())
                .execute(flag == null ? new String[0] : new String[] {flag});
        assertThat(ended).as(err.toString()).isEqualTo(code);
        assertThat(err.toString()).hasLineCount(code == 0 ? 0 : 1);
        if (code != 0) {
            assertThat(err.toString()).contains(file);
        }
    }

    // tidemark init adds its administrator so, also beside a configuration that its user may not read
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "--state=/flag, 0",
        "--state=/flag --farmer=F07, 2",
        "--state=/flag --farmer=F07 --lake=/lake, 0",
        "--lake=/lake, 2"})
    void theLakeOfAnAccountIsForItsFarmerAlone(String flags, int code) {
        assertThat(new CommandLine(new OfAnAccount())
                .setExecutionStrategy(new FoldersCheck(environment("none.yaml", null)))
                .setErr(new PrintWriter(new StringWriter())).setExecutionExceptionHandler(new FailureReport())
                .execute(flags.split(" "))).isEqualTo(code);
    }

    @Test
    void aMisspeltVariableStopsACommand() {
        StringWriter err = new StringWriter();
        assertThat(new CommandLine(new OnState()).setExecutionStrategy(new FoldersCheck(Map.of("TIDEMARK_STAT", "x")))
                .setErr(new PrintWriter(err)).setExecutionExceptionHandler(new FailureReport()).execute()).isEqualTo(2);
        assertThat(err.toString()).contains("TIDEMARK_STAT").contains("TIDEMARK_STATE");
    }

    @Test
    void aCommandWithAConfigurationReadsTheRestFromThere() {
        WithConfig command = new WithConfig();
        new CommandLine(command).setDefaultValueProvider(new ConfiguredDefaults(environment("tidemark.yaml", null)))
                .execute();
        assertThat(command.config).isEqualTo(folder.resolve("tidemark.yaml"));
        assertThat(command.state).isNull();
    }

    @Test
    void withoutTheVariableNothingIsSaid() {
        OnState command = new OnState();
        new CommandLine(command).setDefaultValueProvider(new ConfiguredDefaults(Map.of())).execute();
        assertThat(command.state).isEqualTo(Path.of("state"));
    }

    @ParameterizedTest(name = "{0}, TIDEMARK_STATE {1}, state folder {2}: {3}")
    @CsvSource({
        ", , /srv/state, ",
        "tidemark.yaml, , /srv/state, /srv/audit.log",
        "tidemark.yaml, , /srv/../srv/state, /srv/audit.log",
        "tidemark.yaml, /env, /env, /srv/audit.log",
        "tidemark.yaml, , /flag, ",
        "tidemark.yaml, /env, /srv/state, "})
    void theLogOfTheConfigurationIsThatOfItsStateFolder(@Nullable String file, @Nullable String variable, Path state,
    @Nullable Path log) {
        Map<String, String> environment = file == null ? Map.of() : environment(file, variable);
        assertThat(ConfiguredDefaults.auditFile(CommandSpec.create(), environment, state))
                .isEqualTo(Optional.ofNullable(log));
    }
}
