package io.tidemark.server.snapshot;

import io.tidemark.data.snapshot.SnapshotId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link SnapshotFollower}. Each check of CURRENT leads from one state to the next:
 * <pre>
 * Following: another is published → Settling: publishing pauses → Opening
 * Opening:   it is served → Following, it cannot be → Refused: 30 s later → Opening
 * any: CURRENT cannot be read → Unreadable: it can → the state before
 * </pre>
 * Immutable.
 */
sealed interface FollowerState {

    /**
     * What one check of CURRENT found.
     *
     * @param published the published snapshot; null before the first
     * @param served    the served snapshot; null before the first
     * @param now       {@link System#nanoTime}, since the clock may be set back
     * @param quiet     how long publishing must pause before a snapshot is opened
     */
    record Look(@Nullable SnapshotId published, @Nullable SnapshotId served, long now, Duration quiet) {

        private boolean isServed(SnapshotId id) {
            return id.equals(served);
        }
    }

    /** The published snapshot is served, or nothing is published yet. */
    record Following() implements FollowerState {

        @Override
        public @Nullable String problem() {
            return null;
        }

        @Override
        public FollowerState after(Look look) {
            SnapshotId published = look.published();
            return published == null || look.isServed(published) ? this : Settling.begin(this, published, look);
        }
    }

    /**
     * Another snapshot is published. It is opened when publishing pauses, so that only the last of many is opened.
     *
     * @param before     the state before
     * @param last       the snapshot that was published last
     * @param firstSeen  when the first of these snapshots was seen, nanoseconds
     * @param lastChange when the last of them was first seen, nanoseconds
     */
    record Settling(FollowerState before, SnapshotId last, long firstSeen, long lastChange) implements FollowerState {

        /** Waits at most this many quiet times, even if publishing continues. */
        private static final int MAX = 5;

        // the first snapshot is opened at once, since nothing else is served meanwhile
        private static FollowerState begin(FollowerState before, SnapshotId published, Look look) {
            return look.served() == null ? new Opening(before, published)
                    : new Settling(before, published, look.now(), look.now());
        }

        @Override
        public @Nullable String problem() {
            return before.problem();
        }

        @Override
        public FollowerState after(Look look) {
            SnapshotId published = look.published();
            if (published == null) {
                return this;
            }
            if (look.isServed(published)) {
                return new Following();
            }
            if (before instanceof Refused refused && refused.id.equals(published)) {
                return refused.after(look);
            }
            Settling now = published.equals(last) ? this : new Settling(before, published, firstSeen, look.now());
            return now.isOver(look) ? new Opening(now, published) : now;
        }

        private boolean isOver(Look look) {
            return look.now() - lastChange >= look.quiet().toNanos() || look.now() - firstSeen >= look.quiet()
                    .multipliedBy(MAX).toNanos();
        }
    }

    /**
     * A snapshot is to be opened, as soon as one more may be open.
     *
     * @param before the state before
     * @param id     the snapshot
     */
    record Opening(FollowerState before, SnapshotId id) implements FollowerState {

        @Override
        public @Nullable String problem() {
            return before.problem();
        }

        @Override
        public FollowerState after(Look look) {
            return before.after(look);
        }

        /** The state when the snapshot is served. */
        FollowerState opened() {
            return new Following();
        }

        /** The state when the snapshot cannot be served. */
        FollowerState refused(long now) {
            return new Refused(id, now);
        }
    }

    /**
     * The published snapshot cannot be served and is tried again later; the one before is still served.
     *
     * @param id    the snapshot
     * @param since when it was tried, nanoseconds
     */
    record Refused(SnapshotId id, long since) implements FollowerState {

        private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

        @Override
        public String problem() {
            return "snapshot " + id + " cannot be served; see the log";
        }

        @Override
        public FollowerState after(Look look) {
            SnapshotId published = look.published();
            if (published == null) {
                return this;
            }
            if (look.isServed(published)) {
                // rolled back
                return new Following();
            }
            if (published.equals(id)) {
                return look.now() - since >= RETRY_AFTER.toNanos() ? new Opening(this, id) : this;
            }
            return Settling.begin(this, published, look);
        }
    }

    /**
     * CURRENT cannot be read.
     *
     * @param before  the state before, which continues when CURRENT can be read again
     * @param problem the problem that health shows
     */
    record Unreadable(FollowerState before, String problem) implements FollowerState {

        @Override
        public FollowerState after(Look look) {
            return before.after(look);
        }
    }

    /** The problem that health shows, without paths or SQL; null when there is none. */
    @Nullable String problem();

    /** The state after a check. */
    FollowerState after(Look look);

    /** The state after a check that could not read CURRENT. */
    default FollowerState unreadable(String problem) {
        return new Unreadable(this instanceof Unreadable unreadable ? unreadable.before : this, problem);
    }
}
