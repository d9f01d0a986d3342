package io.tidemark.server.cli.state;

import io.tidemark.server.cli.console.CommandGroup;
import io.tidemark.server.cli.console.Times;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.token.SigningKeys;
import io.tidemark.server.identity.token.SigningKeys.KeyState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark signing-key rotate|list}: manages the keys that sign access tokens. */
public final class SigningKeyCommands {
    private SigningKeyCommands() {
    }

    /** Creates the command with its subcommands. */
    public static CommandLine create() {
        return CommandGroup.of("signing-key", new ListAll(), new Rotate());
    }

    @Command(name = "list")
    static final class ListAll extends ListingCommand {
        @Override
        public void run() {
            print(this, SigningKeys.openExisting(state, Clock.systemUTC()).list());
        }
    }

    @Command(name = "rotate", sortOptions = false)
    static final class Rotate extends StateCommand {
        @Option(names = "--discard-old", order = 1)
        boolean discardOld;

        @Override
        public void run() {
            List<KeyState> keys = SigningKeys.rotate(state, Clock.systemUTC(), discardOld);
            say("Key " + keys.getFirst().kid() + " signs from now on"
                    + (discardOld ? "; all earlier keys are removed." : "; the previous key verifies until "
                            + Times.minute(keys.get(1).verifiesUntil()) + "."));
            print(this, keys);
        }
    }

    private static void print(StateCommand command, List<KeyState> keys) {
        command.show(keys, SigningKeyCommands::fields, List.of("KID", "CREATED", "STATE"), SigningKeyCommands::row);
    }

    private static List<String> row(KeyState key) {
        Instant end = key.verifiesUntil();
        return List.of(key.kid(), Times.minute(key.createdAt()), end == null ? "signs" : "verifies until "
                + Times.minute(end));
    }

    private static Map<String, @Nullable Object> fields(KeyState key) {
        return Json.object("kid", key.kid(), "state", key.verifiesUntil() == null ? "signs" : "verifies",
                "created_at", Json.text(key.createdAt()), "verifies_until", Json.text(key.verifiesUntil()));
    }
}
