package io.tidemark.server.snapshot;

import io.tidemark.data.snapshot.SnapshotId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a {@link SnapshotFollower} is with the published snapshot. A look at CURRENT leads from one state to the next:
 * <pre>
 * Following: another is published → Settling: publishing pauses → Opening: it is served → Following
 *                                                                         it cannot be → Refused: 30 s later → Opening
 * any: CURRENT cannot be read → Unreadable: it can → the state before
 * </pre>
 * Immutable.
 */
sealed interface FollowerState {

    /**
     * A look at CURRENT.
     *
     * @param published the snapshot that it names; null before the first
     * @param served    the served one; null before the first
     * @param now       the machine's own time, nanoseconds: the clock may be set back
     * @param quiet     how long publishing must pause until a snapshot is opened
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
     * Another snapshot is published. It is opened when publishing pauses, so that of many only the last is opened.
     *
     * @param before     what came before
     * @param last       what was published last
     * @param firstSeen  when the first of them was seen
     * @param lastChange when the last of them was seen first
     */
    record Settling(FollowerState before, SnapshotId last, long firstSeen, long lastChange) implements FollowerState {

        /** Waits at most this many quiet times, even if publishing continues. */
        private static final int MOST = 5;

        // nothing else is served meanwhile, so the first one is not waited for
        private static FollowerState begin(FollowerState before, SnapshotId published, Look look) {
            return look.served() == null ? new Opening(before, published) : new Settling(before, published, look.now(), look.now());
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
            return look.now() - lastChange >= look.quiet().toNanos() || look.now() - firstSeen >= look.quiet().multipliedBy(MOST).toNanos();
        }
    }

    /**
     * A snapshot is to be opened, as soon as another may be open.
     *
     * @param before what came before
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

        /** It is served. */
        FollowerState opened() {
            return new Following();
        }

        /** It cannot be served. */
        FollowerState refused(long now) {
            return new Refused(id, now);
        }
    }

    /**
     * The published snapshot cannot be served, and is tried again later; the one before stays.
     *
     * @param id    the snapshot
     * @param since when it was tried, nanoseconds
     */
    record Refused(SnapshotId id, long since) implements FollowerState {

        private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

        @Override
        public String problem() {
            return "snapshot " + id + " cannot be served; the log says why";
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
     * @param before  what came before, and goes on when it can be read again
     * @param problem what health says
     */
    record Unreadable(FollowerState before, String problem) implements FollowerState {

        @Override
        public FollowerState after(Look look) {
            return before.after(look);
        }
    }

    /** What health says, without paths or SQL; null when nothing is wrong. */
    @Nullable String problem();

    /** The state after a look. */
    FollowerState after(Look look);

    /** The state after a look at which CURRENT could not be read. */
    default FollowerState unreadable(String problem) {
        return new Unreadable(this instanceof Unreadable unreadable ? unreadable.before : this, problem);
    }
}
