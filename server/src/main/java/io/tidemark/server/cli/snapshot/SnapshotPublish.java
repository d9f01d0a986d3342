package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.Verification;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.trino.TrinoEngine;
import io.tidemark.server.trino.TrinoPublisher;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot publish}: verifies and publishes a snapshot; rollback uses the same step. */
@Command(name = "publish", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotPublish extends LakeCommand {

    @Parameters(paramLabel = "ID", arity = "0..1")
    @Nullable String id;

    @Option(names = "--engine", order = 1, paramLabel = "ENGINE", defaultValue = DuckEngine.NAME)
    String engine;

    @Option(names = "--config", order = 2, paramLabel = "FILE")
    @Nullable Path config;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake unset) {
        boolean named = spec.commandLine().getParseResult().hasMatchedOption("--lake");
        Map<String, String> flags = named ? Map.of("lake", folder.toString()) : Map.of();
        return switch (engine) {
            case DuckEngine.NAME -> {
                Map<String, String> texts = ConfigReader.texts(config, System.getenv(), Map.of());
                yield here(ConfiguredDefaults.lake(texts, named ? folder : Path.of(texts.getOrDefault("lake", ""))));
            }
            case TrinoEngine.NAME -> inTrino(flags);
            default -> throw wrong("--engine is " + DuckEngine.NAME + " or " + TrinoEngine.NAME + ", not " + engine);
        };
    }

    private int here(Lake lake) {
        String name = id;
        if (name == null) {
            throw wrong("name the snapshot; tidemark snapshot list shows all");
        }
        try (LakeLock _ = lock(lake, patience)) {
            return publish(this, lake, name);
        }
    }

    private int inTrino(Map<String, String> flags) {
        Map<String, String> set = new HashMap<>(flags);
        set.put("engine", TrinoEngine.NAME);
        ServerConfig settings = ConfigReader.read(config, System.getenv(), set);
        Lake lake = Lake.at(settings.lake());
        Snapshot snapshot = id != null ? lake.open(new SnapshotId(id))
                : lake.current().orElseThrow(() -> new NoSuchSnapshotException("nothing is published in "
                + lake.root()));
        String schema = new TrinoPublisher(Objects.requireNonNull(settings.trino()), lake,
                RouteCatalog.load(null).contents(), this::say).publish(snapshot);
        say("snapshot " + snapshot.id() + " is in Trino, schema " + schema);
        return FailureReport.DONE;
    }

    /** Verifies and publishes a snapshot, with the lake's lock held; returns the exit code. */
    static int publish(LakeCommand command, Lake lake, String name) {
        SnapshotCheck check = new SnapshotCheck(command, lake);
        Verification seen = check.publish(name);
        check.print(seen);
        command.say(seen.isSound() ? "published " + name
                : "REFUSED: " + name + " is not published; the published snapshot is unchanged");
        return seen.isSound() ? FailureReport.DONE : FailureReport.REJECTED;
    }
}
