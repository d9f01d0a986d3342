package io.tidemark.server.intake;

import io.tidemark.data.file.Sha256;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A file that arrives in parts. A part that is not what its digest says leaves nothing behind, and neither does a file:
 * so an upload may be cut off anywhere and goes on at the last whole part.
 *
 * @param file where its bytes are collected
 */
record DraftFile(Path file) {

    private static final int CHUNK = 1 << 16;
    private static final int RETRY_SECONDS = 60;

    /**
     * Appends a part.
     *
     * @return whether the file is whole now
     * @throws ApiException 400 for another digest or a body that ends early, 409 for a part that does not follow, 503
     *                      if it cannot be written
     */
    boolean append(FilePart part, InputStream body) {
        try (FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            if (part.start() == 0) {
                channel.truncate(0);
            } else if (channel.size() != part.start()) {
                throw notThere(channel.size());
            }
            boolean done = false;
            try {
                String digest = copy(part, body, channel);
                if (!digest.equals(part.part())) {
                    throw bad("Content-Digest", "does not match the body, which has SHA-256 " + digest);
                }
                done = true;
            } finally {
                if (!done && part.start() == 0) {
                    Files.deleteIfExists(file);
                } else if (!done) {
                    channel.truncate(part.start());
                }
            }
            if (part.end() < part.total()) {
                return false;
            }
            channel.force(true);
        } catch (NoSuchFileException e) {
            throw notThere(0);
        } catch (IOException e) {
            throw new ApiException.Unavailable("The delivery cannot be written now", RETRY_SECONDS, e);
        }
        check(part);
        return true;
    }

    private static ApiException.Conflict notThere(long size) {
        return new ApiException.Conflict("The file has " + size + " bytes so far; continue there, or start again at 0");
    }

    private static String copy(FilePart part, InputStream body, FileChannel channel) throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[CHUNK];
        long at = part.start();
        while (at < part.end()) {
            int n = read(body, buffer, part.end() - at);
            digest.update(buffer, 0, n);
            ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, n);
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static int read(InputStream body, byte[] buffer, long left) {
        int n;
        try {
            n = body.read(buffer, 0, (int) Math.min(buffer.length, left));
        } catch (IOException e) {
            throw bad("body", "ended before it was complete");
        }
        if (n < 0) {
            throw bad("body", "ended before it was complete");
        }
        return n;
    }

    private void check(FilePart part) {
        try {
            String digest = part.isWhole() ? part.part() : Sha256.hex(file);
            if (!digest.equals(part.file())) {
                Files.delete(file);
                throw bad("Repr-Digest", "does not match the whole file, which has SHA-256 " + digest
                        + "; send the file again");
            }
        } catch (IOException e) {
            throw new ApiException.Unavailable("The delivery cannot be read now", RETRY_SECONDS, e);
        }
    }

    private static ApiException.BadRequest bad(String parameter, String message) {
        return new ApiException.BadRequest(List.of(new Detail(parameter, null, message)));
    }
}
