package io.tidemark.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the cache of answers says of the slices in it. */
class ResultCacheTest {

    private record Kept(long bytes, boolean isSlice) implements ResultCache.Entry {
        @Override
        public long rows() {
            return 1;
        }
    }

    @ParameterizedTest
    @CsvSource({"1000000, 500000", "256000000, 128000000", "2000000000, 200000000"})
    void slicesThatNobodyAskedForTakeHalfOfItAndNoMoreThanTheirBound(long limit, long room) {
        assertThat(new ResultCache(limit).roomBeforehand()).isEqualTo(room);
    }

    @Test
    void slicesAreCountedApart() {
        ResultCache cache = new ResultCache(1_000_000);
        cache.put(new ResultCache.Key("a", "answer"), new Kept(500, false));
        cache.put(new ResultCache.Key("a", "slice"), new Kept(300, true));
        cache.put(new ResultCache.Key("b", "slice"), new Kept(20, true));
        assertThat(cache.sliceBytes()).isEqualTo(320);
        cache.drop("a");
        assertThat(cache.sliceBytes()).isEqualTo(20);
    }
}
