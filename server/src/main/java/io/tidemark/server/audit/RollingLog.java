package io.tidemark.server.audit;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.encoder.EchoEncoder;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.RolloverFailure;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.util.FileSize;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.server.audit.LogFiles.Rotated;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A log that Logback writes and rotates, each day and at a size. Rotated files are deleted at an age; earlier only if
 * they become too large together, with a warning long before. Logback itself would delete a file that it could not
 * compress, as on a full disk, and old files without a word, so that is done here. For one thread.
 */
final class RollingLog {
    private static final System.Logger LOG = System.getLogger(RollingLog.class.getName());
    private static final double NEARLY_FULL = 0.8;

    private final LogFiles files;
    private final Limits limits;
    private final Clock clock;
    private @Nullable LocalDate tidied;
    private @Nullable LocalDate warned;
    private volatile double share;

    /**
     * The limits of a log.
     *
     * @param file size at which it is rotated, bytes
     * @param all  maximum size of all rotated files, compressed, bytes
     * @param days days that rotated files are kept
     */
    record Limits(long file, long all, int days) {}

    RollingLog(LogFiles files, Limits limits, Clock clock) {
        this.files = files;
        this.limits = limits;
        this.clock = clock;
    }

    /** The share of the maximum size that the rotated files take. */
    double share() {
        return share;
    }

    /**
     * Writes lines, and takes each off the queue once it is written. The log is opened each time, so that others may
     * rewrite it or move it away.
     */
    void append(Queue<String> lines) throws IOException {
        files.exclusively(() -> {
            boolean written = !lines.isEmpty();
            try (Appender out = new Appender()) {
                while (!lines.isEmpty()) {
                    out.write(lines.element());
                    lines.remove();
                }
            }
            if (written || Files.size(files.log()) == 0) {
                // Logback takes the day of the lines from it
                Files.setLastModifiedTime(files.log(), FileTime.from(clock.instant()));
            }
            if (!today().equals(tidied)) {
                tidied = today();
                tidy();
            }
            return true;
        });
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private void rotate(Path target) {
        try {
            Files.move(files.log(), target);
            tidy();
        } catch (IOException e) {
            // Logback goes on in the log as it is
            LOG.log(System.Logger.Level.ERROR, files.log() + " cannot be rotated and compressed now: " + e);
            throw new RolloverFailure(e.toString());
        }
    }

    /** Compresses rotated files, and deletes those that are too old or exceed the size limit. */
    private void tidy() throws IOException {
        String first = today().minusDays(limits.days()).toString();
        String oldest = today().toString();
        long size = 0;
        long kept = 0;
        for (Rotated file : files.rotated()) {
            LogFiles.pack(file);
            size += Files.size(file.packed());
            boolean old = file.day().compareTo(first) < 0;
            if (old || size > limits.all()) {
                Files.delete(file.packed());
                LOG.log(old ? System.Logger.Level.INFO : System.Logger.Level.ERROR, "deleted " + file.packed() + ", "
                        + (old ? "after access.keep-days"
                        : "before access.keep-days: access.max-megabytes is reached"));
            } else {
                kept = size;
                oldest = file.day();
            }
        }
        share = (double) kept / limits.all();
        if (share > NEARLY_FULL && oldest.compareTo(first) > 0 && !today().equals(warned)) {
            warned = today();
            LOG.log(System.Logger.Level.WARNING, files.log() + " goes back to " + oldest
                    + " only, and its rotated files "
                    + "take " + (int) (100 * share) + " % of access.max-megabytes: the oldest will be deleted before "
                    + "access.keep-days");
        }
    }

    /** Logback's appender, with private files, which reports every failure to its caller. */
    private final class Appender extends RollingFileAppender<String> implements AutoCloseable {
        private @Nullable Status failure;

        Appender() throws IOException {
            setContext(new ContextBase());
            getContext().getStatusManager()
                    .add(status -> failure = status.getLevel() >= Status.ERROR ? status : failure);
            setFile(files.log().toString());
            setEncoder(new EchoEncoder<>());
            SizeAndTimeBasedRollingPolicy<String> policy = new SizeAndTimeBasedRollingPolicy<>() {
                @Override
                public void rollover() {
                    rotate(Path.of(getTimeBasedFileNamingAndTriggeringPolicy().getElapsedPeriodsFileName()));
                }
            };
            policy.setContext(getContext());
            policy.setParent(this);
            policy.setFileNamePattern(files.pattern());
            policy.setMaxFileSize(new FileSize(limits.file()));
            policy.start();
            policy.getTimeBasedFileNamingAndTriggeringPolicy().setCurrentTime(clock.millis());
            setRollingPolicy(policy);
            start();
            check();
        }

        @Override
        public void openFile(String name) throws IOException {
            boolean half = AuditFile.endsInHalfLine(files.log());
            FileChannel channel = FileChannel.open(files.log(), AuditFile.APPEND, FilePermissions.PRIVATE);
            OutputStream out = Channels.newOutputStream(channel);
            setOutputStream(out);
            FileOwnership.giveToFolderOwner(files.log());
            if (half) {
                out.write('\n');
            }
        }

        void write(String line) throws IOException {
            doAppend(line);
            check();
        }

        private void check() throws IOException {
            if (failure != null || !isStarted()) {
                close();
                throw new IOException(failure == null ? "Logback does not start"
                        : failure.getMessage() + ": " + failure.getThrowable());
            }
        }

        @Override
        public void close() {
            closeOutputStream();
        }
    }
}
