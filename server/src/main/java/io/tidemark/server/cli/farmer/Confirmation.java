package io.tidemark.server.cli.farmer;

import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks a person at a terminal to type a confirmation. */
@FunctionalInterface
interface Confirmation {

    /** Asks and returns the typed text; null at the end of the input. */
    @Nullable String ask(String words);

    /** Asks at the process's own terminal; empty without a terminal. */
    static Optional<Confirmation> atTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .map(console -> words -> console.readLine("%s", words));
    }
}
