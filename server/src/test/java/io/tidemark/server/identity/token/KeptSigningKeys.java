package io.tidemark.server.identity.token;

import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;

/**
 * The signing keys that the first of many test servers made, for the others, in all processes of a build: making RSA
 * keys is slow.
 */
public final class KeptSigningKeys {

    private static final String FILE = "signing-keys.json";
    private static final Path KEPT = Path.of("target", "kept-signing-keys");

    /** Each waits for five seconds. */
    private static final int TRIES = 60;

    private KeptSigningKeys() {}

    /** The keys' file. */
    static String content() throws IOException {
        // of two processes that come first, one waits for the other's, which take long on a busy machine
        StateException held = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                SigningKeys.open(KEPT, Clock.systemUTC());
                return Files.readString(KEPT.resolve(FILE));
            } catch (StateException e) {
                held = e;
            }
        }
        throw new IllegalStateException(held);
    }

    /** Puts them into a state folder that has none yet. */
    public static void into(Path state) {
        try {
            // keys without a state file are those of a state that was lost
            StateStore.open(state, Clock.systemUTC());
            if (!Files.exists(state.resolve(FILE))) {
                Files.createFile(state.resolve(FILE),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(state.resolve(FILE), content());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
