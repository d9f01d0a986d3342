package io.tidemark.server.cli.account;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.cli.state.StateCommand;
import io.tidemark.server.identity.account.InvalidAccountException;
import io.tidemark.server.identity.account.KnownFarmers;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options for the farmer of an account or a key. The id is checked here; otherwise a wrong one would only show at
 * the first request.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class FarmerOptions {

    private static final int MEMORY_MB = 256;

    @Option(names = "--farmer", order = 2, paramLabel = "ID")
    @Nullable String farmer;

    @Option(names = "--lake", order = 80, paramLabel = "LAKE", defaultValue = "${env:TIDEMARK_LAKE:-lake}")
    Path lake;

    @Option(names = "--new-farmer", order = 81)
    boolean newFarmer;

    /** The farmer id, after a check; throws {@link InvalidAccountException} if the lake has no such farmer. */
    @Nullable String checked(StateCommand command) {
        if (farmer != null && !newFarmer) {
            try {
                Lake.at(lake).current().ifPresent(this::check);
            } catch (LakeException | EngineException e) {
                command.say("The farmer was not looked up: " + e.getMessage());
            }
        }
        return farmer;
    }

    private void check(Snapshot snapshot) {
        List<String> known;
        try (DuckSession session = DuckSession.open(new EngineSettings(1, MEMORY_MB,
                Path.of(System.getProperty("java.io.tmpdir"))))) {
            known = session.list("SELECT farmer_id FROM (" + snapshot.rows(LakeTables.FARMER) + ") AS f",
                    row -> row.getString(1));
        }
        KnownFarmers.check(farmer, known, "the lake " + lake, "--new-farmer");
    }
}
