package io.tidemark.server.route.contract;

import com.fasterxml.jackson.annotation.JsonCreator;

/** How a route's answers come in pages. */
public enum Paging {
    /** No pages: the route has no offset and limit. */
    NONE,
    /** Pages as the caller asks for them. */
    PAGES,
    /** All rows on one page: offset and limit are checked and have no effect. */
    SINGLE;

    /** What a header says. The other two need no word: they follow from the parameters. */
    @JsonCreator
    static Paging written(String word) {
        if (!word.equals("single")) {
            throw new IllegalArgumentException("paging is single or absent");
        }
        return SINGLE;
    }
}
