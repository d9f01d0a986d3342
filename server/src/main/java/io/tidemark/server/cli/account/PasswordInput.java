package io.tidemark.server.cli.account;

import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.InvalidAccountException;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a password: from the first line of standard input, in UTF-8, or at a terminal, where it asks twice and hides
 * the input.
 *
 * @param in     standard input
 * @param prompt asks at the terminal; null without one
 */
record PasswordInput(InputStream in, @Nullable Prompt prompt) {

    private static final int MAX_BYTES = 4_096;
    private static final int ATTEMPTS = 3;
    private static final String FIELD = "password";

    /** Asks for hidden input. */
    @FunctionalInterface
    interface Prompt {
        /** Returns the input; null at its end. */
        char @Nullable [] ask(String words);
    }

    /** Reads from the process's own input. */
    static PasswordInput of(InputStream in) {
        Prompt prompt = Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .map(console -> (Prompt) words -> console.readPassword("%s", words)).orElse(null);
        return new PasswordInput(in, prompt);
    }

    /**
     * Reads the password.
     *
     * @param fromInput whether to read it from standard input
     * @throws InvalidAccountException if no password can be read
     */
    String read(boolean fromInput) {
        if (fromInput) {
            return firstLine();
        }
        if (prompt == null) {
            throw new InvalidAccountException("There is no terminal to ask for the password; use --password-stdin and "
                    + "write the password to standard input");
        }
        char[] first = asked(prompt, "At least " + Accounts.SHORTEST_PASSWORD
                + " characters, not easy to guess.\nPassword: ");
        char[] second = asked(prompt, "The same again: ");
        try {
            if (!Arrays.equals(first, second)) {
                throw new InvalidAccountException(FIELD, "The two passwords differ");
            }
            return new String(first);
        } finally {
            Arrays.fill(first, ' ');
            Arrays.fill(second, ' ');
        }
    }

    /**
     * Reads a password and uses it. At a terminal, one that is refused is asked for again, three times in all.
     *
     * @param fromInput whether to read it from standard input
     * @param say       prints why it is asked for again
     * @param use       throws {@link InvalidAccountException} of the field password if the password is refused
     */
    <T> T use(boolean fromInput, Consumer<String> say, Function<String, T> use) {
        for (int attempt = 1;; attempt++) {
            try {
                return use.apply(read(fromInput));
            } catch (InvalidAccountException e) {
                if (fromInput || attempt == ATTEMPTS || !e.field().equals(FIELD)) {
                    throw e;
                }
                say.accept(e.getMessage() + ". Try again.");
            }
        }
    }

    private static char[] asked(Prompt prompt, String words) {
        char[] typed = prompt.ask(words);
        if (typed == null) {
            throw new InvalidAccountException("No password was typed");
        }
        return typed;
    }

    private String firstLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                if (line.size() == MAX_BYTES) {
                    throw new InvalidAccountException("The password is longer than " + MAX_BYTES + " bytes");
                }
                line.write(next);
            }
            String password = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray()))
                    .toString();
            return password.endsWith("\r") ? password.substring(0, password.length() - 1) : password;
        } catch (CharacterCodingException e) {
            throw new InvalidAccountException("The password on standard input is not UTF-8 text");
        } catch (IOException e) {
            throw new InvalidAccountException("The password cannot be read from standard input: " + e.getMessage());
        }
    }
}
