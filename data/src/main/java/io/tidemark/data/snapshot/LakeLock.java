package io.tidemark.data.snapshot;

import com.fasterxml.jackson.core.JacksonException;
import io.tidemark.data.file.AccessDenial;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The write lock of a lake. One process holds it at a time; the system releases it when that process ends. */
public final class LakeLock implements AutoCloseable {

    private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(200);

    private final LockedFile file;

    private LakeLock(LockedFile file) {
        this.file = file;
    }

    /**
     * Takes the lock of a lake folder, which is created if missing.
     * @param wait    maximum time to wait for another process
     * @param waiting called from time to time with the time waited; may throw to give up
     * @param ready   called with the lock held; if it returns false, the lock is released and taken again later
     */
    static LakeLock take(Path root, Duration wait, Consumer<Duration> waiting, BooleanSupplier ready) {
        long start = System.nanoTime();
        while (true) {
            Optional<LakeLock> lock = tryTake(root);
            if (lock.isPresent() && lock.get().isReady(ready)) {
                return lock.get();
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(wait) >= 0) {
                throw new LakeInUseException(root.toString(), wait);
            }
            waiting.accept(waited);
            try {
                Thread.sleep(LOOK_AGAIN_AFTER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LakeInUseException(root.toString(), waited);
            }
        }
    }

    private boolean isReady(BooleanSupplier ready) {
        boolean is = false;
        try {
            is = ready.getAsBoolean();
            return is;
        } finally {
            if (!is) {
                close();
            }
        }
    }

    private static Optional<LakeLock> tryTake(Path root) {
        return LakeException.get("cannot write to the lake " + root, () -> {
            FilePermissions.makeRoot(root);
            return LockedFile.tryHold(root.resolve(".lock")).map(LakeLock::new);
        });
    }

    /** A file error in words, such as NoSuchFile lake/CURRENT. */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return AccessDenial.words(Path.of(denied.getFile()));
        }
        if (e instanceof JacksonException json) {
            return "it is cut or edited: " + json.getOriginalMessage();
        }
        return e.getClass().getSimpleName().replace("Exception", "") + " " + e.getMessage();
    }

    @Override
    public void close() {
        LakeException.run("the lake's lock could not be released", file::close);
    }
}
