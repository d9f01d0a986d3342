package io.tidemark.server.cli;

import io.tidemark.server.identity.InvalidAccountException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads a password from standard input: its first line, in UTF-8, without the line's end. */
final class PasswordInput {
    private static final int LONGEST_BYTES = 4_096;

    private PasswordInput() {
    }

    static String read(InputStream in) {
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
