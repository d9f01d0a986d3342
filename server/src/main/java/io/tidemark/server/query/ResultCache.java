package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** A cache of encoded answers with a limit in bytes; the least used are evicted. Thread-safe. */
public final class ResultCache {

    /** An answer. */
    public interface Entry {
        /** Its size, bytes. */
        long bytes();

        /** Its rows. */
        long rows();

        /** Whether several requests can share it, because it is in memory. */
        default boolean isShareable() {
            return true;
        }

        /** Deletes its file, when it is no longer needed. */
        default void discard() {}
    }

    /**
     * The key of an answer.
     * @param snapshotId its snapshot
     * @param key        the entity tag and the coding
     */
    public record Key(String snapshotId, String key) {}

    private static final int OVERHEAD = 256;
    /** One answer may take at most this fraction of the cache. */
    private static final int PARTS = 16;

    private final Cache<Key, Entry> answers;
    private final long limit;

    /**
     * An empty cache.
     * @param limit bytes; 0 caches nothing
     */
    public ResultCache(long limit) {
        this.limit = limit;
        this.answers = Caffeine.newBuilder().maximumWeight(limit)
                .weigher((Key key, Entry entry) -> (int) Math.min(Integer.MAX_VALUE, entry.bytes() + OVERHEAD)).build();
    }

    /** The answer of that key. */
    @Nullable Entry get(Key key) {
        return answers.getIfPresent(key);
    }

    /** Caches an answer if it is in memory and not too large. */
    void put(Key key, Entry entry) {
        if (entry.isShareable() && entry.bytes() + OVERHEAD <= limit / PARTS) {
            answers.put(key, entry);
        }
    }

    /** Removes a snapshot's answers. */
    void drop(String snapshotId) {
        answers.asMap().keySet().removeIf(key -> key.snapshotId().equals(snapshotId));
    }

    /** Cached bytes. */
    public long bytes() {
        return answers.policy().eviction().flatMap(e -> e.weightedSize().stream().boxed().findFirst()).orElse(0L);
    }

    /** Cached answers. */
    public long entries() {
        return answers.estimatedSize();
    }
}
