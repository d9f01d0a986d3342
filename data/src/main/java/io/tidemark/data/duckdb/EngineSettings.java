package io.tidemark.data.duckdb;

import java.nio.file.Path;

/**
 * The share of the machine that a DuckDB instance may use.
 *
 * @param threads       worker threads
 * @param memoryLimitMb memory limit before it spills to disk, megabytes
 * @param spillFolder   the folder that it spills to
 */
public record EngineSettings(int threads, int memoryLimitMb, Path spillFolder) {

    /** Checks the ranges. */
    public EngineSettings {
        if (threads < 1 || memoryLimitMb < 128) {
            throw new IllegalArgumentException("an engine needs a thread and 128 MB");
        }
    }
}
