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

    @Option(names = "--min-farmers", order = 40, paramLabel = "N")
    @Nullable Integer minFarmers;

    @Option(names = "--max-share", order = 41, paramLabel = "P")
    @Nullable Integer maxShare;

    @Option(names = "--release-lag-days", order = 42, paramLabel = "N")
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
