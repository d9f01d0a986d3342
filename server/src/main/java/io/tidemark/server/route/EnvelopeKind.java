package io.tidemark.server.route;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Locale;

/** What stands beside {@code data} in an answer. */
public enum EnvelopeKind {
    /** API version, request id, and the farmer group key where the caller left itself out. */
    V3_TRACED,
    /** Empty metadata. */
    V3_BARE;

    /** The kind of that name. */
    @JsonCreator
    static EnvelopeKind named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
