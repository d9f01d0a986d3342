package io.tidemark.server.cli.console;

import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option for the state folder of commands whose main subject is another. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class StateOption {

    private static final String NAME = "--state";

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = NAME, order = 90, paramLabel = "DIR", defaultValue = "${env:TIDEMARK_STATE:-state}")
    Path folder;

    /** The folder. */
    public Path folder() {
        return folder;
    }

    /** Whether it is the default {@code ./state}, which a machine with only a lake may lack. */
    public boolean isUsual() {
        return !spec.commandLine().getParseResult().hasMatchedOption(NAME) && folder.equals(Path.of("state"));
    }
}
