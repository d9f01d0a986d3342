package io.tidemark.data.duckdb;

import java.nio.file.Path;

/**
 * The share of the machine that a DuckDB instance may use.
 *
 * @param threads       worker threads
 * @param memoryLimitMb memory limit before it spills to disk, megabytes
 * @param spillFolder   the folder that it spills to
 * @param mostSpillMb   disk that it may spill to, megabytes; 0 for DuckDB's own limit, nine tenths of the disk
 */
public record EngineSettings(int threads, int memoryLimitMb, Path spillFolder, long mostSpillMb) {

    /** Checks the ranges. */
    public EngineSettings {
        if (threads < 1 || memoryLimitMb < 128) {
            throw new IllegalArgumentException("an engine needs a thread and 128 MB");
        }
    }

    /** With DuckDB's own limit of what it spills. */
    public EngineSettings(int threads, int memoryLimitMb, Path spillFolder) {
        this(threads, memoryLimitMb, spillFolder, 0);
    }

    /** A copy that spills to at most this many megabytes. */
    public EngineSettings spillingAtMost(long megabytes) {
        return new EngineSettings(threads, memoryLimitMb, spillFolder, megabytes);
    }
}
