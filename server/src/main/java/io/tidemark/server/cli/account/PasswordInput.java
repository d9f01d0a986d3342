package io.tidemark.server.cli.account;

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
import org.jspecify.annotations.Nullable;

/**
 * Where a password comes from: the first line of standard input, in UTF-8, or a person at a terminal, who is asked twice and does
 * not see what is typed.
 *
 * @param in     standard input
 * @param prompt asks; null where there is no terminal
 */
record PasswordInput(InputStream in, @Nullable Prompt prompt) {

    private static final int LONGEST_BYTES = 4_096;

    /** Asks for a text that is not shown. */
    @FunctionalInterface
    interface Prompt {
        /** What was typed; null at the end of the input. */
        char @Nullable [] ask(String words);
    }

    /** The process's own. */
    static PasswordInput of(InputStream in) {
        Prompt prompt = Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .map(console -> (Prompt) words -> console.readPassword("%s", words)).orElse(null);
        return new PasswordInput(in, prompt);
    }

    /**
     * The password.
     *
     * @param fromInput whether standard input has it
     * @throws InvalidAccountException when there is none that can be read
     */
    String read(boolean fromInput) {
        if (fromInput) {
            return firstLine();
        }
        if (prompt == null) {
            throw new InvalidAccountException("There is no terminal to ask for the password at; use --password-stdin, and write the"
                    + " password to standard input");
        }
        char[] first = asked(prompt, "Password: ");
        char[] second = asked(prompt, "The same again: ");
        try {
            if (!Arrays.equals(first, second)) {
                throw new InvalidAccountException("The two passwords differ");
            }
            return new String(first);
        } finally {
            Arrays.fill(first, ' ');
            Arrays.fill(second, ' ');
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
                if (line.size() == LONGEST_BYTES) {
                    throw new InvalidAccountException("The password is longer than " + LONGEST_BYTES + " bytes");
                }
                line.write(next);
            }
            String password = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray())).toString();
            return password.endsWith("\r") ? password.substring(0, password.length() - 1) : password;
        } catch (CharacterCodingException e) {
            throw new InvalidAccountException("The password on standard input is not UTF-8 text");
        } catch (IOException e) {
            throw new InvalidAccountException("The password cannot be read from standard input: " + e.getMessage());
        }
    }
}
