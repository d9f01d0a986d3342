package io.tidemark.server.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.identity.account.Account;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The farmer of an account must be in the lake, where there is one. */
class FarmerLookUpTest {

    @TempDir
    Path folder;

    private String err = "";

    private int client(String... words) {
        List<String> all = new ArrayList<>(List.of("client"));
        all.addAll(List.of(words));
        all.addAll(List.of("--state", folder.resolve("state").toString(), "--lake", folder.resolve("lake").toString()));
        StringWriter text = new StringWriter();
        int code = Tidemark.create(InputStream.nullInputStream()).setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(text, true)).execute(all.toArray(String[]::new));
        err = text.toString();
        return code;
    }

    @Test
    void aFarmerIsLookedUpInTheLake() throws IOException {
        StateStore.prepare(folder.resolve("state"));
        // nothing to look it up in
        assertThat(client("add", "early", "--role", "farmer", "--farmer", "F1")).isZero();

        Files.createDirectories(folder.resolve("delivery/reference"));
        Files.writeString(folder.resolve("delivery/reference/farmers.csv"), """
                farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
                F07,Company,G1,Group,premium,2020-01-01
                """);
        Lake lake = Lake.at(folder.resolve("lake"));
        assertThat(Ingest.run(new IngestOptions(folder.resolve("delivery"), lake, LocalDate.of(2026, 3, 1), false, 0),
                line -> { })
                .snapshot()).isNotNull();

        assertThat(client("add", "job", "--role", "farmer", "--farmer", "F70")).isEqualTo(2);
        assertThat(err).contains("There is no farmer F70 in the lake " + lake.root()
                + "; did you mean F07? --new-farmer allows");
        assertThat(clients()).hasSize(1);
        assertThat(client("add", "job", "--role", "farmer", "--farmer", "F07")).isZero();
        assertThat(client("add", "next", "--role", "farmer", "--farmer", "F70", "--new-farmer")).isZero();
        assertThat(client("set", clients().getFirst().id(), "--farmer", "F08")).isEqualTo(2);
        assertThat(client("set", clients().getFirst().id(), "--farmer", "F07")).isZero();
        assertThat(clients()).extracting(each -> each.access().farmerId()).containsExactly("F07", "F07", "F70");
    }

    private List<Account> clients() {
        return new Accounts(StateStore.openExisting(folder.resolve("state"), Clock.systemUTC()))
                .list(Account.Kind.CLIENT);
    }
}
