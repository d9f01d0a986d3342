package io.tidemark.server.sql;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;

/**
 * A named part of a query, in {@code sql/shared/<name>.sql}: common table expressions that files request, or a
 * fragment, whose lines replace a line with only its name in braces.
 * @param name       its name
 * @param parameters its required arguments
 * @param with       pieces that it uses
 * @param isFragment whether it is a fragment
 * @param lines      its text
 */
record SharedPiece(String name, List<String> parameters, List<PieceUse> with, boolean isFragment, List<SqlLine> lines) {

    private static final ObjectMapper YAML = YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private record Header(List<String> parameters, List<PieceUse> with, boolean fragment) {
        Header {
            parameters = parameters == null ? List.of() : List.copyOf(parameters);
            with = with == null ? List.of() : List.copyOf(with);
        }
    }

    /** A copy with other lines. */
    SharedPiece of(List<SqlLine> others) {
        return new SharedPiece(name, parameters, with, isFragment, List.copyOf(others));
    }

    /** Parses a file. */
    static SharedPiece read(String name, String file, String text) {
        SqlWithHeader parts = SqlWithHeader.read(file, text);
        try {
            Header header = parts.header().isBlank() ? new Header(List.of(), List.of(), false)
                    : YAML.readValue(parts.header(), Header.class);
            return new SharedPiece(name, header.parameters(), header.with(), header.fragment(), parts.lines());
        } catch (JsonProcessingException e) {
            throw new RouteFileException(file, 1, "the header cannot be read: "
                    + e.getOriginalMessage().lines().findFirst().orElse("not YAML"));
        }
    }
}
