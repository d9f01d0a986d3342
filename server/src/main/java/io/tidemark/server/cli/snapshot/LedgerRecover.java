package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.verify.LedgerRecovery;
import io.tidemark.data.verify.LedgerRecovery.Loss;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.state.AuditedCommand;
import io.tidemark.server.http.ProgramVersion;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark ledger recover}: goes on without entries of the ledger that are lost for good. */
@Command(name = "recover", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class LedgerRecover extends LakeCommand {

    @Mixin
    Consent consent;

    @Mixin
    StateOption state;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        consent.ask("what is lost is released again, and anyone who kept earlier answers can subtract them from later "
                + "ones, which may reveal what a few companies reported", "Go on without what is lost?");
        int code = FailureReport.DAMAGED;
        try (LakeLock _ = lock(lake, patience); DuckSession session = DuckSession.open(engine())) {
            Loss loss = LedgerRecovery.look(lake);
            if (loss.lost() == 0) {
                say("nothing of the ledger is lost; nothing was changed");
            } else {
                report(loss, LedgerRecovery.carryOut(lake, loss, session, () -> { }));
                // the mark may be lost too, and answers of the lost entries were given
                new ServedMark(Instant.now(), ProgramVersion.TEXT).leave(lake);
            }
            code = FailureReport.DONE;
        } finally {
            if (!AuditedCommand.write(this, state.folder(), null, code)) {
                code = FailureReport.DAMAGED;
            }
        }
        return code;
    }

    private void report(Loss loss, SnapshotRelease.Outcome published) {
        String id = published.snapshot().id().text();
        if (json) {
            printJson(new TreeMap<>(Map.of("snapshot", id, "kept_entries", loss.kept(), "lost_entries", loss.lost(),
                    "unmarked_snapshots", loss.snapshots())));
            return;
        }
        out().println("lost: " + loss.lost() + " entries of the ledger, from " + (loss.kept() + 1) + " on; kept: "
                + loss.kept());
        loss.snapshots().forEach(name -> out().println("snapshot " + name + " was published with a lost entry, and "
                + "names none now"));
        out().println("published snapshot " + id + ", which releases again what was lost");
    }
}
