package io.tidemark.server.config;

import java.util.List;

/** All errors in the configuration, a line each. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Takes all errors. */
    public ConfigException(List<String> mistakes) {
        super(String.join("\n", mistakes));
    }
}
