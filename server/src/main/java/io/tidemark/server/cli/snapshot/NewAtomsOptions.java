package io.tidemark.server.cli.snapshot;

import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that can release all periods again. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class NewAtomsOptions {

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--new-atoms", order = 43)
    boolean newAtoms;

    @Option(names = "--although-served", order = 44)
    boolean althoughServed;

    /** Whether to release all periods again. Refuses if a server has served the lake, unless the user accepts that. */
    public boolean wanted(Lake lake) {
        if (althoughServed && !newAtoms) {
            throw new ParameterException(spec.commandLine(), "--although-served needs --new-atoms");
        }
        if (newAtoms && !althoughServed) {
            ServedMark.of(lake).ifPresent(mark -> {
                throw new ParameterException(spec.commandLine(), "a server has served " + lake.root() + " since "
                        + mark.at()
                        + ": anyone who kept answers could subtract them from those of new atoms; use "
                        + "--although-served to make them nevertheless");
            });
        }
        return newAtoms;
    }

    /** Whether the option was given. */
    public boolean given() {
        return newAtoms;
    }
}
