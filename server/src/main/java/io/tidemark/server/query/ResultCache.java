package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** A cache of encoded answers, limited in bytes; it evicts the least used. Thread-safe. */
public final class ResultCache {

    /** A cached answer. */
    public interface Entry {
        /** The size, bytes. */
        long bytes();

        /** The number of rows. */
        long rows();

        /** The largest fraction of the cache that it may take: 1/n. */
        default int parts() {
            return PARTS;
        }

        /** Whether several requests can share it, because it is in memory. */
        default boolean isShareable() {
            return true;
        }

        /** Whether it is a slice: the rows of all periods, out of which answers are cut. */
        default boolean isSlice() {
            return false;
        }

        /** Deletes the answer's file once it is no longer needed. */
        default void discard() {}
    }

    /**
     * The key of an answer.
     * @param snapshotId the id of its snapshot
     * @param key        the entity tag and the coding
     */
    public record Key(String snapshotId, String key) {}

    private static final int OVERHEAD = 256;
    /** An answer may take at most this fraction of the cache: 1/{@value}. */
    private static final int PARTS = 16;
    /** Slices that no request has used yet take at most half of the cache, and no more than these bytes. */
    private static final long MAX_BEFOREHAND = 200_000_000;

    private final Cache<Key, Entry> answers;
    private final long limit;

    /**
     * Creates an empty cache.
     * @param limit limit in bytes; 0 caches nothing
     */
    public ResultCache(long limit) {
        this.limit = limit;
        this.answers = Caffeine.newBuilder().maximumWeight(limit)
                .weigher((Key key, Entry entry) -> (int) Math.min(Integer.MAX_VALUE, entry.bytes() + OVERHEAD)).build();
    }

    /** The maximum bytes of precomputed slices. */
    long roomBeforehand() {
        return Math.min(MAX_BEFOREHAND, limit / 2);
    }

    /** Whether it keeps anything. */
    boolean isOn() {
        return limit > 0;
    }

    /** The answer for a key; null if it is not cached. */
    @Nullable Entry get(Key key) {
        return answers.getIfPresent(key);
    }

    /** Caches an answer if it is in memory and not too large. */
    void put(Key key, Entry entry) {
        if (entry.isShareable() && entry.bytes() + OVERHEAD <= limit / entry.parts()) {
            answers.put(key, entry);
        }
    }

    /** Removes a snapshot's answers. */
    void drop(String snapshotId) {
        answers.asMap().keySet().removeIf(key -> key.snapshotId().equals(snapshotId));
    }

    /** The size of all cached answers, bytes. */
    public long bytes() {
        return answers.policy().eviction().flatMap(e -> e.weightedSize().stream().boxed().findFirst()).orElse(0L);
    }

    /** The size of the slices among them, bytes. */
    public long sliceBytes() {
        return answers.asMap().values().stream().filter(Entry::isSlice).mapToLong(Entry::bytes).sum();
    }

    /** The number of cached answers. */
    public long entries() {
        return answers.estimatedSize();
    }
}
