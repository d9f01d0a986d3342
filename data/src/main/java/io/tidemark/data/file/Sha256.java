package io.tidemark.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files and texts; hexadecimal is in lower case, 64 digits. */
public final class Sha256 {

    private Sha256() {}

    /** A new digest. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The hash of a text in UTF-8. */
    public static byte[] of(String text) {
        return digest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of a text in UTF-8, in hexadecimal. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** The hash of some bytes, in hexadecimal. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /** The hash of a file, in hexadecimal. */
    public static String hex(Path file) throws IOException {
        return hex(file, () -> { });
    }

    /**
     * The hash of a file, in hexadecimal.
     *
     * @param stop called before each 64 KiB; throws to stop reading
     */
    public static String hex(Path file, Runnable stop) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                stop.run();
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
