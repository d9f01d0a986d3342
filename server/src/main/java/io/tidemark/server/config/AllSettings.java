package io.tidemark.server.config;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All settings that there are.
 *
 * @param server those of the server
 * @param ingest those of ingest
 */
record AllSettings(ServerConfig server, Ingest ingest) {

    /** The settings of ingest. */
    record Ingest(
            @Setting(key = "systems") @Nullable Path systems,
            @Setting(key = "missing") List<String> missing,
            @Setting(key = "counters") List<String> counters,
            @Setting(key = "replace-days", byDefault = "183", range = {1, 999_999}) int replaceDays) {}
}
