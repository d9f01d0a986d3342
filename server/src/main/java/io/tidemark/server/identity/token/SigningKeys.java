package io.tidemark.server.identity.token;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.nimbusds.jose.jwk.RSAKey;
import io.tidemark.server.identity.state.StateException;
import io.tidemark.server.identity.state.StateFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of access tokens: RSA 2048, created at first use, stored as a JWK set in {@code signing-keys.json} (0600),
 * each named by its RFC 7638 thumbprint. {@link #follow} picks up a rotation by another process. Thread-safe.
 */
public final class SigningKeys {
    private static final System.Logger LOG = System.getLogger(SigningKeys.class.getName());
    private static final String FILE = "signing-keys.json";

    private final Path file;
    private final Clock clock;
    private volatile SigningKeySet current;
    @GuardedBy("this") private String content;
    @GuardedBy("this") private @Nullable String failure;

    private SigningKeys(Path file, Clock clock, String content) {
        this.file = file;
        this.clock = clock;
        this.content = content;
        this.current = SigningKeySet.parse(content, file.toString());
    }

    /**
     * One key, for the operator; {@code verifiesUntil} is null for the one that signs, {@code createdAt} when unknown.
     */
    public record KeyState(String kid, @Nullable Instant createdAt, @Nullable Instant verifiesUntil) {
    }

    /** The keys of a state folder; a file without keys is refused with {@link StateException} and not changed. */
    public static SigningKeys open(Path stateFolder, Clock clock) {
        return open(StateFolder.create(stateFolder), clock, true);
    }

    /** The keys of an existing state folder with keys. */
    public static SigningKeys openExisting(Path stateFolder, Clock clock) {
        return open(StateFolder.existing(stateFolder), clock, false);
    }

    /** The keys of a state folder as they are: nothing is locked or made private. */
    public static List<KeyState> look(Path stateFolder, Clock clock) {
        Path file = StateFolder.existing(stateFolder).file(FILE);
        return new SigningKeys(file, clock, read(file)).list();
    }

    /**
     * Throws if the keys are lost: a folder whose accounts were signed in had some.
     *
     * @param signedIn whether an account was signed in
     */
    public static void check(Path stateFolder, boolean signedIn) {
        Path file = StateFolder.existing(stateFolder).file(FILE);
        if (signedIn && !Files.exists(file)) {
            throw new StateException("Signing keys " + file + " are lost, but accounts are signed in: restore the file "
                    + "from a backup (tidemark restore BACKUP --only state into another folder), or make new ones, "
                    + "after which all have to sign in again: tidemark signing-key rotate --discard-old");
        }
    }

    private static SigningKeys open(StateFolder folder, Clock clock, boolean create) {
        Path file = folder.file(FILE);
        return folder.exclusively(() -> {
            if (!Files.exists(file)) {
                if (!create) {
                    throw new StateException("No signing keys " + file
                            + " yet: the server creates them at its first start");
                }
                write(folder, file, SigningKeySet.first(clock.instant()));
            }
            folder.makePrivate(file);
            return new SigningKeys(file, clock, read(file));
        });
    }

    /**
     * Makes a new key that signs; the previous one verifies until the last token that it signed has expired.
     * @param discardOld whether all older keys, which may be lost, are dropped instead; this invalidates every issued
     *                   access token at once
     * @return the keys after it
     */
    public static List<KeyState> rotate(Path stateFolder, Clock clock, boolean discardOld) {
        StateFolder folder = StateFolder.existing(stateFolder);
        Path file = folder.file(FILE);
        if (!discardOld || Files.exists(file)) {
            openExisting(stateFolder, clock);
        }
        return folder.exclusively(() -> {
            write(folder, file, discardOld ? SigningKeySet.first(clock.instant())
                    : SigningKeySet.parse(read(file), file.toString()).rotated(clock.instant()));
            return new SigningKeys(file, clock, read(file)).list();
        });
    }

    /** The keys that sign or verify now, the signing one first. */
    public List<KeyState> list() {
        return inForce().keys().stream().map(key -> new KeyState(key.getKeyID(),
                key.getIssueTime() == null ? null : key.getIssueTime().toInstant(),
                key.getExpirationTime() == null ? null : key.getExpirationTime().toInstant())).toList();
    }

    /** The private key, for signing. */
    public RSAKey signingKey() {
        return current.signing();
    }

    /** The keys that sign or verify now. */
    SigningKeySet inForce() {
        return current.at(clock.instant());
    }

    /** The public JWK set as JSON, for checking tokens. */
    public String publicJwkSet() {
        return inForce().published().toString(true);
    }

    /** Reloads the file; an unusable file is logged once and changes nothing. */
    public synchronized void follow() {
        try {
            String now = read(file);
            if (!now.equals(content)) {
                current = SigningKeySet.parse(now, file.toString());
                content = now;
                LOG.log(System.Logger.Level.INFO, "access tokens are signed with key " + current.signing().getKeyID());
            }
            failure = null;
        } catch (StateException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.equals(failure)) {
                LOG.log(System.Logger.Level.WARNING, "the signing keys were not changed: " + message);
            }
            failure = message;
        }
    }

    private static void write(StateFolder folder, Path file, SigningKeySet keys) {
        folder.write(file, keys.privateJson().getBytes(StandardCharsets.UTF_8));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw StateFolder.failure("cannot be read", file, e);
        }
    }
}
