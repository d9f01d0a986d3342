package io.tidemark.server.cli.snapshot;

import java.io.Console;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The consent to a command that may reveal what a few companies reported: asked for at a terminal, else an option. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class Consent {

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--yes", order = 2)
    boolean yes;

    /** Says the warning and asks; throws {@link ParameterException} without a yes. */
    void ask(String warning, String question) {
        if (yes) {
            return;
        }
        Console console = Optional.ofNullable(System.console()).filter(Console::isTerminal).orElseThrow(() ->
                new ParameterException(spec.commandLine(), warning + "; --yes confirms it"));
        spec.commandLine().getErr().println(warning);
        if (!"yes".equals(console.readLine("%s Type yes: ", question))) {
            throw new ParameterException(spec.commandLine(), "not confirmed; nothing was changed");
        }
    }
}
