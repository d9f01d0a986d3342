package io.tidemark.server.config;

import java.util.List;

/** Errors in the configuration, all together, a line each. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** All mistakes. */
    public ConfigException(List<String> mistakes) {
        super(String.join("\n", mistakes));
    }
}
