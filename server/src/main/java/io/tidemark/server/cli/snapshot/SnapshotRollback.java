package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.verify.SnapshotPublisher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark snapshot rollback}: publishes the previous snapshot again. */
@Command(name = "rollback", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotRollback extends LakeCommand {

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        try (LakeLock _ = lock(lake, patience)) {
            return SnapshotPublish.publish(this, lake, new SnapshotPublisher(lake, engine()).before());
        }
    }
}
