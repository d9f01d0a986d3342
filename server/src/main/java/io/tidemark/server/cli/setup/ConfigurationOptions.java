package io.tidemark.server.cli.setup;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that read a server's configuration: its file, and the folders where these are others. */
public final class ConfigurationOptions {

    @Option(names = "--config", order = 80, paramLabel = "FILE")
    @Nullable Path file;

    @Option(names = "--lake", order = 81, paramLabel = "LAKE")
    @Nullable String lake;

    @Option(names = "--state", order = 82, paramLabel = "DIR")
    @Nullable String state;

    /** The configuration's file; null for none. */
    public @Nullable Path file() {
        return file;
    }

    /** The given folders, by the keys of the configuration. */
    public Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        if (lake != null) {
            flags.put("lake", lake);
        }
        if (state != null) {
            flags.put("state", state);
        }
        return flags;
    }
}
