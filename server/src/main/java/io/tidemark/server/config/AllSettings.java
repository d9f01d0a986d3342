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
            @Setting(key = "systems", meaning = "folder with your own mappings of farm systems, for ingest, laid out "
                    + "like sql/ingest/") @Nullable Path systems,
            @Setting(key = "missing", meaning = "words in delivered files that stand for a missing value, for ingest, "
                    + "separated by commas, such as NULL,N/A") List<String> missing,
            @Setting(key = "counters", meaning = "how counters of farm systems' exports are read, for ingest: running "
                    + "or daily, for all or for a company and system, separated by commas, such as "
                    + "F01/fishtalk=running") List<String> counters,
            @Setting(key = "replace-days", meaning = "days of a site that a delivered file may take away from the "
                    + "lake; more are refused unless ingest is told that they are meant", byDefault = "183",
                    range = {1, 999_999}) int replaceDays) {}
}
