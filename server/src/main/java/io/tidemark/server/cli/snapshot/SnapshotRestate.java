package io.tidemark.server.cli.snapshot;

import io.tidemark.data.release.NothingReleasedException;
import io.tidemark.data.release.RestatedSnapshot;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.state.AuditedCommand;
import io.tidemark.server.http.Json;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark snapshot restate}: renews the released rows from the published snapshot. */
@Command(name = "restate", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotRestate extends LakeCommand {

    private static final String WARNING = "anyone who kept earlier answers can subtract them from later ones, which "
            + "may reveal what a few companies corrected";

    @Option(names = "--from", order = 1, paramLabel = "DAY")
    @Nullable LocalDate from;

    @Mixin
    Consent consent;

    @Mixin
    StateOption state;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        consent.ask(WARNING, "Recompute released benchmarks?");
        int code = FailureReport.DAMAGED;
        try (LakeLock _ = lock(lake, patience)) {
            code = publishing((session, stop) ->
                    report(RestatedSnapshot.publish(lake, session, from, stop::check)));
        } catch (NothingReleasedException e) {
            say(String.valueOf(e.getMessage()));
            code = FailureReport.USAGE;
        } finally {
            if (!AuditedCommand.write(this, state.folder(), null, code)) {
                code = FailureReport.DAMAGED;
            }
        }
        return code;
    }

    private void report(SnapshotRelease.Outcome published) {
        LedgerMark mark = Objects.requireNonNull(published.snapshot().manifest().ledger());
        String restated = String.valueOf(mark.restated());
        if (json) {
            printJson(Json.object("snapshot", published.snapshot().id().text(),
                    "ledger_entry", mark.length(), "restated_from", restated,
                    "released_through", String.valueOf(mark.releasedThrough())));
        } else {
            out().println("published snapshot " + published.snapshot().id() + "; recomputed from " + restated + " to "
                    + mark.releasedThrough() + ", entry " + mark.length() + " of the ledger");
        }
    }
}
