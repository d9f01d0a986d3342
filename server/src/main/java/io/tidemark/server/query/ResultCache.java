package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** Answers as they were encoded, up to so many bytes in all; those that are asked for least make room. Thread-safe. */
public final class ResultCache {

    /** An answer. */
    public interface Entry {
        /** Its size, bytes. */
        long bytes();

        /** Its rows. */
        long rows();

        /** Whether it can be given to many: it is in memory. */
        default boolean isShareable() {
            return true;
        }

        /** Nobody wants it any more: what it has on disk goes. */
        default void discard() {}
    }

    /**
     * What an answer is known by.
     *
     * @param snapshotId its snapshot
     * @param key        what was asked: the entity tag, and the coding
     */
    public record Key(String snapshotId, String key) {}

    private static final int OVERHEAD = 256;
    /** One answer may take this part of the cache at most. */
    private static final int PARTS = 16;

    private final Cache<Key, Entry> answers;
    private final long limit;

    /**
     * An empty one.
     *
     * @param limit bytes; 0 keeps nothing
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

    /** Keeps an answer, if it is in memory and not too large. */
    void put(Key key, Entry entry) {
        if (entry.isShareable() && entry.bytes() + OVERHEAD <= limit / PARTS) {
            answers.put(key, entry);
        }
    }

    /** Forgets a snapshot's answers. */
    void drop(String snapshotId) {
        answers.asMap().keySet().removeIf(key -> key.snapshotId().equals(snapshotId));
    }

    /** Bytes that are kept. */
    public long bytes() {
        return answers.policy().eviction().flatMap(e -> e.weightedSize().stream().boxed().findFirst()).orElse(0L);
    }

    /** Answers that are kept. */
    public long entries() {
        return answers.estimatedSize();
    }
}
