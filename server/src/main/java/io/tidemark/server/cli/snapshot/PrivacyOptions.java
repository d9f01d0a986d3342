package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.PrivacyChange;
import io.tidemark.data.snapshot.PrivacyRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The confidentiality options of commands that make snapshots. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class PrivacyOptions {

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--min-farmers", order = 40, paramLabel = "N",
            description = {"Farmer groups besides the caller's that a published "
        + "sum rests on; 1 hides nothing (default: as in the snapshot before, 3 in the first)."})
    @Nullable Integer minFarmers;

    @Option(names = "--max-share", order = 41, paramLabel = "P",
            description = {"Largest share in percent that one group may have of what "
        + "the others have (default: as in the snapshot before, 85 in the first)."})
    @Nullable Integer maxShare;

    @Option(names = "--release-lag-days", order = 42, paramLabel = "N",
            description = {"Days that a complete period waits before it is "
        + "released to benchmarks (default: as in the snapshot before, 0 in the first)."})
    @Nullable Integer lagDays;

    /** The requested changes. */
    public PrivacyChange wish() {
        try {
            PrivacyRule base = PrivacyRule.DEFAULT;
            new PrivacyRule(minFarmers == null ? base.minFarmers() : minFarmers, maxShare == null
                    ? base.maxSharePercent() : maxShare, lagDays == null ? base.lag() : lagDays);
            return new PrivacyChange(minFarmers, maxShare, lagDays);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
