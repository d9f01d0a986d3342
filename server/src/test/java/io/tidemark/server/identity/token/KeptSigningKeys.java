package io.tidemark.server.identity.token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The signing keys that the first of many test servers made, for the others: making RSA keys is slow. */
public final class KeptSigningKeys {

    private static final String FILE = "signing-keys.json";

    private static @Nullable String kept;

    private KeptSigningKeys() {}

    /** Puts them into a state folder that has none yet. */
    public static synchronized void into(Path state) {
        try {
            if (kept == null) {
                SigningKeys.open(state, Clock.systemUTC());
                kept = Files.readString(state.resolve(FILE));
            }
            Files.createDirectories(state);
            if (!Files.exists(state.resolve(FILE))) {
                Files.createFile(state.resolve(FILE), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(state.resolve(FILE), kept);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
