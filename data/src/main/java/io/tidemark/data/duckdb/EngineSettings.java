package io.tidemark.data.duckdb;

import java.nio.file.Path;

/**
 * How much of the machine a DuckDB instance may use.
 *
 * @param threads       worker threads
 * @param memoryLimitMb memory before it spills, megabytes
 * @param spillFolder   where it spills to
 */
public record EngineSettings(int threads, int memoryLimitMb, Path spillFolder) {

    /** Checks the ranges. */
    public EngineSettings {
        if (threads < 1 || memoryLimitMb < 128) {
            throw new IllegalArgumentException("an engine needs a thread and 128 MB");
        }
    }
}
