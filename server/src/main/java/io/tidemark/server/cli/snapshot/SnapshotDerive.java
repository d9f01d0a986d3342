package io.tidemark.server.cli.snapshot;

import io.tidemark.data.derive.CompleteThrough;
import io.tidemark.data.derive.SnapshotDerivation;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.StopSignal;
import io.tidemark.server.cli.console.FailureReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark snapshot derive}: recomputes the derived tables. */
@Command(name = "derive", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotDerive extends LakeCommand {

    @Mixin
    PrivacyOptions privacy;

    @Mixin
    NewAtomsOptions atoms;

    @Mixin
    Wait patience;

    @Override
    public int run(Lake lake) {
        try (LakeLock _ = lock(lake, patience)) {
            Snapshot before = lake.published();
            PrivacyRule rule = privacy.wish().after(lake.current());
            boolean newAtoms = atoms.wanted(lake);
            if (!newAtoms && before.manifest().isServable() && rule.equals(before.manifest().privacy())) {
                report(before, rule, "snapshot " + before.id() + " was already derived by this rule");
                return FailureReport.DONE;
            }
            return publishing((session, stop) -> {
                try (StagedSnapshot staged = lake.stage(Instant.now())) {
                    derive(lake, before, rule, newAtoms, staged, session, stop);
                }
            });
        }
    }

    private void derive(Lake lake, Snapshot before, PrivacyRule rule, boolean newAtoms, StagedSnapshot staged,
            DuckSession session, StopSignal stop) {
        long onLand = SnapshotDerivation.takeOver(session, staged);
        if (onLand > 0) {
            say("the production area of " + onLand + (onLand == 1 ? " site" : " sites")
                    + " on land is removed: production areas are for farming at sea");
        }
        SnapshotDerivation.derive(session, staged, null, year -> {
            stop.check();
            say("deriving " + year);
        });
        stop.check();
        Snapshot made = staged.seal(rule, CompleteThrough.of(session, staged), before.manifest().sources());
        SnapshotRelease release = new SnapshotRelease(lake, session, stop::check);
        report((newAtoms ? release.renew(made.id()) : release.publish(made.id())).snapshot(), rule,
                "published snapshot " + made.id());
    }

    private void report(Snapshot snapshot, PrivacyRule rule, String words) {
        if (json) {
            printJson(Map.of("snapshot", snapshot.id().text(), "min_farmers", rule.minFarmers(),
                    "max_share_percent", rule.maxSharePercent(), "release_lag_days", rule.lag()));
        } else {
            List.of(words, rule.isOff() ? "nothing is hidden: every sum is published"
                    : "published sums cover at least " + rule.minFarmers() + " farmer groups besides the caller's, "
                    + "none with more than " + rule.maxSharePercent() + " % of the others").forEach(out()::println);
        }
    }
}
