package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.verify.Verification;
import io.tidemark.server.cli.console.FailureReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot publish}, and what rollback does with the snapshot that it has found. */
@Command(name = "publish", sortOptions = false,
        description = {"Verify a snapshot and publish it.", "",
            "ID may also be a folder of Parquet files that you put under LAKE/snapshots, laid out like a snapshot: "
                + "TABLE/NAME.parquet, or TABLE/year=2026/NAME.parquet for tables that are partitioned by year. It is verified, "
                + "gets derived tables and a manifest, is made read-only and published. If it has errors, all of them are "
                + "listed and the published snapshot stays. Finish writing before you publish, and do not write to it "
                + "afterwards.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:published", "2:wrong usage, or no such snapshot", "3:refused: the snapshot has errors",
            "4:another process is still writing to the lake after --wait seconds", "5:the lake cannot be written"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot publish 20260107T021500.123Z", "  tidemark snapshot publish recalculated-2026-01"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotPublish extends LakeCommand {

    @Parameters(paramLabel = "ID", description = "The snapshot, or the folder's name.")
    String id;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        try (LakeLock _ = lock(lake, patience)) {
            return publish(this, lake, id);
        }
    }

    /** Checks and publishes, with the lake's lock held; the answer is the exit code. */
    static int publish(LakeCommand command, Lake lake, String name) {
        SnapshotCheck check = new SnapshotCheck(command, lake);
        Verification seen = check.publish(name);
        check.print(seen);
        command.say(seen.isSound() ? "published " + name
                : "REFUSED: " + name + " is not published; what was published stays");
        return seen.isSound() ? FailureReport.DONE : FailureReport.REJECTED;
    }
}
