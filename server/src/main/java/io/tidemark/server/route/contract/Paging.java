package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The kinds of paging of a route. */
public enum Paging {
    /** No pages: the route has no offset and limit. */
    NONE,
    /** Pages as requested by the caller. */
    PAGES,
    /** All rows on one page: offset and limit are checked and have no effect. */
    SINGLE;

    /** Parses a header's value. The parameters decide between the other two kinds. */
    @JsonCreator
    static Paging written(String word) {
        if (!word.equals("single")) {
            throw new IllegalArgumentException("paging is single or absent");
        }
        return SINGLE;
    }
}
