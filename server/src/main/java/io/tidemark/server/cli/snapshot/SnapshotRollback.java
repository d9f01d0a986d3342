package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.verify.SnapshotPublisher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark snapshot rollback}: publishes the previous snapshot again. */
@Command(name = "rollback", sortOptions = false,
        description = {"Verify the previous snapshot and publish it.", "",
            "The previous snapshot is the parent of the published one; if that was pruned, the newest older snapshot. "
                + "The snapshot rolled back from is kept; snapshot publish can publish it again. The next ingest "
                + "builds on the published snapshot.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:rolled back", "2:wrong usage, or there is no previous snapshot",
            "3:refused: that snapshot has errors",
            "4:another process is still writing to the lake after --wait seconds", "5:the lake cannot be written"},
        footerHeading = "%nExample:%n", footer = "  tidemark snapshot rollback --lake lake")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotRollback extends LakeCommand {

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        try (LakeLock _ = lock(lake, patience)) {
            return SnapshotPublish.publish(this, lake, new SnapshotPublisher(lake, engine()).before());
        }
    }
}
