package io.tidemark.data.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The right to write to a lake; one process has it at a time, and the system takes it back when that process ends. */
public final class LakeLock implements AutoCloseable {

    private final FileChannel channel;

    private LakeLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock of a lake folder, which is made when it is not there. */
    static LakeLock take(Path root) {
        FileChannel channel = null;
        try {
            Files.createDirectories(root);
            channel = FileChannel.open(root.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                return new LakeLock(channel);
            }
            channel.close();
            throw new LakeInUseException(root.toString());
        } catch (OverlappingFileLockException e) {
            closeQuietly(channel);
            throw new LakeInUseException(root.toString());
        } catch (IOException e) {
            closeQuietly(channel);
            throw new LakeException("cannot write to the lake " + root + ": " + reason(e), e);
        }
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // the lock was not had; nothing more to give back
            }
        }
    }

    static String reason(IOException e) {
        return e.getClass().getSimpleName().replace("Exception", "") + " " + e.getMessage();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new LakeException("the lake's lock could not be given back", e);
        }
    }
}
