package io.tidemark.server.cli.farmer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a person must type before a company is erased. */
class ConfirmationTest {

    @TempDir
    Path folder;
    private final List<String> asked = new ArrayList<>();

    private CommandRun erase(String typed) throws IOException {
        Files.createDirectories(folder.resolve("delivery/reference"));
        new Accounts(StateStore.open(folder.resolve("state"), Clock.systemUTC()))
                .addClient("other", Access.of(Role.ANALYST, null, null));
        Files.writeString(folder.resolve("delivery/reference/farmers.csv"),
                "farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on\nF07,Company,G1,Group,premium,2020-01-01\n");
        assertThat(Ingest.run(new IngestOptions(folder.resolve("delivery"), Lake.at(folder.resolve("lake")),
                LocalDate.of(2026, 3, 8), false, 1.0),
                line -> { }).outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        FailureReport failures = new FailureReport();
        CommandLine command = new CommandLine(new FarmerEraseCommand(Optional.of(words -> {
            asked.add(words);
            return typed;
        }))).setParameterExceptionHandler(failures).setExecutionExceptionHandler(failures);
        return CommandRun.of(command, "F07", "--lake", folder.resolve("lake").toString(), "--state",
                folder.resolve("state").toString());
    }

    @Test
    void theIdIsTyped() throws IOException {
        CommandRun run = erase("F07");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(asked).containsExactly("This cannot be undone. Type F07 to go on: ");
        assertThat(run.out()).startsWith("to be removed of F07:").contains("removed of F07:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "y", "yes", "f07"})
    void nothingElseWill(String typed) throws IOException {
        CommandRun run = erase(typed);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("nothing was removed: F07 was not typed");
    }
}
