package io.tidemark.server.cli.setup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.function.Predicate;

/**
 * Asks a person one question per line; an empty answer takes the default.
 *
 * @param in  the answers
 * @param out the questions
 */
record Prompt(BufferedReader in, PrintWriter out) {

    /** Asks until the answer is allowed. */
    String ask(String words, String offered, Predicate<String> allowed) {
        while (true) {
            out.print(words + (offered.isEmpty() ? ": " : " [" + offered + "]: "));
            out.flush();
            String typed = line().strip();
            String answer = typed.isEmpty() ? offered : typed;
            if (allowed.test(answer)) {
                return answer;
            }
            out.println("  " + (answer.isEmpty() ? "an answer is needed" : answer + " cannot be"));
        }
    }

    private String line() {
        try {
            String line = in.readLine();
            if (line == null) {
                throw new UncheckedIOException("no answer: end of input", new IOException("end of input"));
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException("the answer cannot be read", e);
        }
    }
}
