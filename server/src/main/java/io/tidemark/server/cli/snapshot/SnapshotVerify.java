package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.verify.Verification;
import io.tidemark.server.cli.console.FailureReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot verify}: verifies a snapshot and lists all errors. */
@Command(name = "verify", sortOptions = false)
public final class SnapshotVerify extends LakeCommand {

    @Parameters(paramLabel = "ID", arity = "0..1")
    @Nullable String id;

    @Override
    public int run(Lake lake) {
        SnapshotCheck check = new SnapshotCheck(this, lake);
        Verification seen = id == null ? check.verifyPublished() : check.verify(id);
        check.print(seen);
        return seen.isSound() ? FailureReport.DONE : FailureReport.DAMAGED;
    }
}
