package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Reads JSON as trees that keep numbers as written: a published 11.0 stays 11.0. */
public final class JsonTrees {

    /** The reader; its factory makes parsers for one tree after another. */
    public static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build().reader();

    private JsonTrees() {}
}
