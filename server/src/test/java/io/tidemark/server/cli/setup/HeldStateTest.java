package io.tidemark.server.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.JavaProcess;
import io.tidemark.server.cli.CommandRun;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state that another process holds, such as one that was suspended in the middle: commands say so, and end. */
class HeldStateTest {

    @TempDir
    Path folder;

    private @Nullable Process holder;

    @BeforeEach
    void aStateWithAUser() {
        KeptSigningKeys.into(folder.resolve("state"));
        new Accounts(StateStore.open(folder.resolve("state"), Clock.systemUTC()))
                .addUser("kari", null, Access.of(Role.ADMIN, null, null), SetUp.PASSWORD);
    }

    @AfterEach
    void letGo() {
        if (holder != null) {
            holder.destroyForcibly();
        }
    }

    private void hold(String what) throws Exception {
        Process started = JavaProcess.of(Holder.class, folder.resolve("state").toString(), what)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        holder = started;
        assertThat(new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))
                .readLine()).isEqualTo("held");
    }

    /** The other process. */
    static final class Holder {

        private Holder() {}

        /** Holds the lock or the file of a state folder until it is killed. */
        public static void main(String[] arguments) throws Exception {
            Path state = Path.of(arguments[0]);
            try (FileChannel lock = FileChannel.open(state.resolve("lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
                    Connection file = DriverManager.getConnection("jdbc:sqlite:" + state.resolve("tidemark.db"));
                    Statement statement = file.createStatement()) {
                if (arguments[1].equals("lock")) {
                    lock.lock();
                } else {
                    statement.execute("BEGIN IMMEDIATE");
                }
                System.out.println("held");
                Thread.sleep(TimeUnit.MINUTES.toMillis(30));
            }
        }
    }

    private CompletableFuture<CommandRun> started(String line) {
        return CompletableFuture.supplyAsync(() -> SetUp.run(folder, line));
    }

    @Test
    void whoCannotTakeTheLockSaysSoAndEnds() throws Exception {
        hold("lock");
        // together: the wait for the lock is one for all
        CompletableFuture<CommandRun> user = started("user add per --role analyst --state DIR/state --password-stdin");
        CompletableFuture<CommandRun> serve = started("serve --lake DIR/lake --state DIR/state --port 0");
        CompletableFuture<CommandRun> init = started("init --yes --config DIR/new.yaml --folder DIR --admin ola "
                + "--password-stdin");
        for (CompletableFuture<CommandRun> command : List.of(user, serve, init)) {
            CommandRun ended = command.get(5, TimeUnit.MINUTES);
            assertThat(ended.code()).as(ended.err()).isEqualTo(5);
            assertThat(ended.err()).contains("another process holds " + folder.toRealPath().resolve("state/lock")
                    + "; try again")
                    .doesNotContain("\tat ");
        }
        assertThat(init.get().err()).contains("tidemark user add ola --role admin --state " + folder.resolve("state"));
    }

    @Test
    void whoCannotWriteToTheFileSaysSoAndEnds() throws Exception {
        hold("file");
        CommandRun user = SetUp.run(folder, "user add per --role analyst --state DIR/state --password-stdin");
        assertThat(user.code()).isEqualTo(5);
        assertThat(user.err()).contains("tidemark.db is held by another process; try again");
    }
}
