package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Locale;

/** The kinds of metadata in a response. */
public enum EnvelopeKind {
    /** API version, request id, and the farmer group key if the caller left itself out. */
    V3_TRACED,
    /** The same, and source and date of the newest row shown; the route needs the fields source and source_date. */
    V3_SOURCED,
    /** API version only. */
    V3_VERSIONED,
    /** Empty metadata. */
    V3_BARE,
    /** The time of the answer. */
    V2_TIMED,
    /** The time, and {@code request.exclude_self} as understood; the route needs the parameter exclude_self. */
    V2_ECHOED,
    /** The time, and the newest {@code last_modified} of the records shown; the route needs that field, a datetime. */
    V2_DATED,
    /** The time, under the key {@code meta}. */
    V2_META;

    /** The key of the metadata in the response. */
    public String key() {
        return this == V2_META ? "meta" : "metadata";
    }

    /** The kind with this name. */
    @JsonCreator
    static EnvelopeKind named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
