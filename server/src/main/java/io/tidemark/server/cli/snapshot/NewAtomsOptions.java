package io.tidemark.server.cli.snapshot;

import io.tidemark.data.ledger.ServedMark;
import io.tidemark.data.snapshot.Lake;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that can release all data anew. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class NewAtomsOptions {

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--new-atoms", order = 43, description = {"Release everything anew: for a lake that nobody was "
            + "let into yet, such as a "
        + "first load company by company."})
    boolean newAtoms;

    @Option(names = "--although-served", order = 44, description = {"With --new-atoms: also when a server has served "
            + "the lake. Who has kept "
        + "answers can subtract them from later ones."})
    boolean althoughServed;

    /** Whether to release all data anew. Refuses if a server has served the lake, unless the user accepts that. */
    public boolean wanted(Lake lake) {
        if (althoughServed && !newAtoms) {
            throw new ParameterException(spec.commandLine(), "--although-served belongs to --new-atoms");
        }
        if (newAtoms && !althoughServed) {
            ServedMark.of(lake).ifPresent(mark -> {
                throw new ParameterException(spec.commandLine(), "a server has served " + lake.root() + " since "
                        + mark.at()
                        + ": who has kept answers could subtract them from those of new atoms; --although-served "
                        + "makes them all the same");
            });
        }
        return newAtoms;
    }

    /** Whether the option was given. */
    public boolean given() {
        return newAtoms;
    }
}
