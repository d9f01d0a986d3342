package io.tidemark.server.cli.farmer;

import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks a person at a terminal to type something; null is typed where the input has ended. */
@FunctionalInterface
interface Confirmation {

    /** What was typed. */
    @Nullable String ask(String words);

    /** At the process's own terminal; empty where there is none. */
    static Optional<Confirmation> atTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).map(console -> words -> console.readLine("%s", words));
    }
}
