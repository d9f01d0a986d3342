package io.tidemark.server.identity.account;

import io.tidemark.data.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Random secrets and their hashes at rest. A secret has 256 random bits, so plain SHA-256 is enough: guessing is
 * infeasible even without a slow hash.
 */
public final class Secrets {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {
    }

    /** A new secret: the prefix, by which scanners recognise leaked secrets, and 256 random bits in base64url. */
    public static String create(String prefix) {
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(random(32));
    }

    /** A new public identifier: the prefix and 96 random bits in hexadecimal. */
    public static String createId(String prefix) {
        return prefix + HexFormat.of().formatHex(random(12));
    }

    /** SHA-256 in hexadecimal, as kept at rest. */
    public static String hash(String secret) {
        return Sha256.hex(secret);
    }

    /** Whether a secret is the one whose hash was kept, in constant time. */
    public static boolean matches(String secret, String hash) {
        return MessageDigest.isEqual(hash(secret).getBytes(StandardCharsets.US_ASCII),
                hash.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }
}
