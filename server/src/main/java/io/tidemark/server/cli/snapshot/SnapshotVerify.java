package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.verify.Verification;
import io.tidemark.server.cli.console.FailureReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot verify}: verifies a snapshot and lists all errors. */
@Command(name = "verify", sortOptions = false,
        description = {"Check everything in a snapshot and list all errors.", "",
            "Checks each file against the manifest (SHA-256, rows, bytes, dates) and against its table's columns and "
                + "types. Checks keys, references to sites, farmers, causes and areas, losses against stock, and dates "
                + "against the years of their folders. Changes nothing, and needs no write access. A folder without a "
                + "manifest is checked as snapshot publish would.", "",
            "Without an id it also checks what says that something was published: CURRENT, all manifests and the "
                + "ledger's log. snapshot repair does the same, and reads the files of all other snapshots too.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no errors, perhaps warnings", "2:wrong usage, or no such snapshot",
        "5:errors were found, or the lake cannot be read"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot verify", "  tidemark snapshot verify 20260107T021500.123Z --json"})
final class SnapshotVerify extends LakeCommand {

    @Parameters(paramLabel = "ID", arity = "0..1", description = "The snapshot (default: the published one).")
    @Nullable String id;

    @Override
    public int run(Lake lake) {
        SnapshotCheck check = new SnapshotCheck(this, lake);
        Verification seen = id == null ? check.verifyPublished() : check.verify(id);
        check.print(seen);
        return seen.isSound() ? FailureReport.DONE : FailureReport.DAMAGED;
    }
}
