package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;

/** Reads JSON as trees that keep numbers as written: a published 11.0 stays 11.0. */
public final class JsonTrees {

    /** The reader; its factory makes parsers for one tree after another. */
    public static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES).build().reader();

    private static final int MAX_NUMBER = 50;

    private JsonTrees() {}

    /** A value as the text that a table would have; empty for null. */
    public static String text(JsonNode value) {
        if (value.isNull()) {
            return "";
        }
        if (value.isNumber()) {
            BigDecimal number = value.decimalValue();
            // 1e999999999 would be as many digits; as it is written it is refused
            return Math.abs((long) number.scale()) > MAX_NUMBER ? number.toString() : number.toPlainString();
        }
        return value.isValueNode() ? value.asText().strip() : value.toString();
    }
}
